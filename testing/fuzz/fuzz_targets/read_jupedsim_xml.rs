#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| navigant_fuzz::reader_keeps_its_promises(bytes, navigant_files::Format::JuPedSimXml));

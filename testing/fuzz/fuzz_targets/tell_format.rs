#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| navigant_fuzz::told_format_keeps_its_promises(bytes));

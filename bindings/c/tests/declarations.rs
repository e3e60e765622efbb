//! The header for C and C++ and the declarations for C# follow from the source: this test writes them again and compares.
//! `NAVIGANT_WRITE=1 cargo test -p navigant-c --test declarations` writes them (`cargo xtask c` does).

use std::path::{Path, PathBuf};

const MODULES: [&str; 6] = ["status", "outline", "map", "path", "crowd", "simulation"];

const PREAMBLE: &str = "\
/* Navigant: real-time navigation for crowds in worlds that change. Written by cbindgen from bindings/c/src; do not edit.
 *
 * Every call answers with a status; nav_last_error() says more, in the thread that called. Everything but NAV_STATUS_OK leaves all
 * as it was. Pointers are null or point to as many valid items as the count beside them says; strides are in bytes, 0 for items
 * one after the other; texts are UTF-8 and end with a zero. Handles and ids may be stale, of another kind or made up: they are
 * refused. All functions may be called from all threads. Coordinates are metres. */";

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn check(file: &Path, text: &str) {
    if std::env::var_os("NAVIGANT_WRITE").is_some() {
        std::fs::write(file, text).unwrap();
        return;
    }
    let written = std::fs::read_to_string(file).unwrap();
    assert!(written == text, "{} is out of date: run `cargo xtask c`", file.display());
}

#[test]
fn the_header_is_that_of_the_source() {
    let enumeration = cbindgen::EnumConfig {
        rename_variants: cbindgen::RenameRule::QualifiedScreamingSnakeCase,
        ..Default::default()
    };
    let config = cbindgen::Config {
        language: cbindgen::Language::C,
        include_guard: Some("NAVIGANT_H".to_owned()),
        header: Some(PREAMBLE.to_owned()),
        cpp_compat: true,
        documentation_style: cbindgen::DocumentationStyle::C,
        style: cbindgen::Style::Both,
        usize_is_size_t: true,
        no_includes: true,
        sys_includes: vec!["stddef.h".to_owned(), "stdint.h".to_owned()],
        enumeration,
        ..Default::default()
    };
    let mut builder = cbindgen::Builder::new().with_config(config).with_src(here().join("src/memory.rs"));
    for module in MODULES {
        builder = builder.with_src(here().join(format!("src/{module}.rs")));
    }
    let mut text = Vec::new();
    builder.generate().unwrap().write(&mut text);
    check(&here().join("include/navigant.h"), &String::from_utf8(text).unwrap());
}

#[test]
fn the_declarations_for_c_sharp_are_those_of_the_source() {
    let mut builder = csbindgen::Builder::new().csharp_dll_name("navigant").csharp_namespace("Navigant");
    builder = builder.csharp_class_name("Native").csharp_class_accessibility("public").csharp_use_nint_types(false);
    for module in MODULES {
        builder = builder.input_extern_file(here().join(format!("src/{module}.rs")));
    }
    let made = std::env::temp_dir().join(format!("navigant-{}.cs", std::process::id()));
    builder.generate_csharp_file(&made).unwrap();
    let text = std::fs::read_to_string(&made).unwrap();
    std::fs::remove_file(&made).unwrap();
    check(&here().join("csharp/Navigant.cs"), &text);
}

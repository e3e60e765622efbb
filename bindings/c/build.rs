//! The name by which programs ask for the shared library: `cargo xtask c --prefix DIR` installs it under it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libnavigant.so.0");
    }
}

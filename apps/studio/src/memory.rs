//! Memory of large worlds is given back to the system when they are closed.
//!
//! glibc returns what is freed at the end of a heap only. A map of 100,000 obstacles, its layers and what was allocated between them leave
//! holes: 489 MB stayed with the program after a small world had been opened (88 MB with an allocator that returns all free pages, which
//! took 1.2 to 1.8 times the memory for a crowd). So it is asked for what is free anywhere.

/// Returns free memory to the system, on a thread of its own: it takes some milliseconds a gigabyte. Where the allocator is another
/// one, that is its own business.
pub(crate) fn give_back() {
    // Without a thread, memory stays where it is.
    let _ = std::thread::Builder::new().name("studio-memory".to_owned()).spawn(trim);
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
fn trim() {
    // SAFETY: the function takes no pointers, and locks what it looks at; it may be called from any thread at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}

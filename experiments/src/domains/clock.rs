//! The clock of the tables and of t_max.

use std::time::Duration;

/// The processor time that this thread has taken: other programs on the machine do not count.
#[cfg(target_os = "linux")]
pub(super) fn thread_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.try_into().unwrap_or(0), now.tv_nsec.try_into().unwrap_or(0))
}

/// Where the processor time of a thread is not known: the time since the first call.
#[cfg(not(target_os = "linux"))]
pub(super) fn thread_time() -> Duration {
    static BEGIN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGIN.get_or_init(std::time::Instant::now).elapsed()
}

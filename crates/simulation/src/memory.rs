//! How much memory there is, and how much a run has taken at most.

use std::fs::read_to_string;

use crate::tuning::run::BYTES_AN_AGENT;

/// Refuses agents that would not fit: better than being killed by the system half-way.
pub(crate) fn check(agents: u64) -> Result<(), String> {
    let needed = agents.saturating_mul(BYTES_AN_AGENT);
    match left() {
        Some(left) if needed > left => Err(format!(
            "{agents} agents take about {} MB and {} MB are left; ask for at most {}",
            needed >> 20,
            left >> 20,
            left / BYTES_AN_AGENT
        )),
        _ => Ok(()),
    }
}

/// The bytes that are left: of the machine, of the container and of the process, whichever is least. Unknown where the
/// system does not say.
fn left() -> Option<u64> {
    let kilobytes = |text: &str, key: &str| number(text.lines().find(|line| line.starts_with(key))?).map(|kb| kb << 10);
    let machine = read_to_string("/proc/meminfo").ok().and_then(|text| kilobytes(&text, "MemAvailable:"));
    let file = |path: &str| read_to_string(path).ok().and_then(|text| text.trim().parse::<u64>().ok());
    let container = file("/sys/fs/cgroup/memory.max")
        .and_then(|most| Some(most.saturating_sub(file("/sys/fs/cgroup/memory.current")?)));
    let limits = read_to_string("/proc/self/limits").unwrap_or_default();
    let status = read_to_string("/proc/self/status").unwrap_or_default();
    let process = limits
        .lines()
        .find(|line| line.starts_with("Max address space"))
        .and_then(number)
        .and_then(|most| Some(most.saturating_sub(kilobytes(&status, "VmSize:")?)));
    [machine, container, process].into_iter().flatten().min()
}

/// The most memory the process has had at once, in bytes; unknown where the system does not say.
pub(crate) fn peak() -> Option<u64> {
    let status = read_to_string("/proc/self/status").ok()?;
    number(status.lines().find(|line| line.starts_with("VmHWM:"))?).map(|kb| kb << 10)
}

/// The first number of a line.
fn number(line: &str) -> Option<u64> {
    line.split_whitespace().find_map(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_agents_than_memory_are_refused_with_both_numbers() {
        assert_eq!(check(1), Ok(()));
        if left().is_some() {
            let refused = check(u64::MAX / 2048).unwrap_err();
            assert!(refused.contains("MB are left; ask for at most"), "{refused}");
        }
    }
}

//! Running commands from the project's root.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The project's root.
pub(crate) fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |given| root().join(given))
}

/// A command about to run.
pub(crate) struct Task {
    command: Command,
    shown: String,
}

impl Task {
    pub(crate) fn new(program: &str) -> Self {
        let mut command = Command::new(if program.contains('/') { root().join(program) } else { program.into() });
        command.current_dir(root());
        // A clean checkout is built once: what cargo keeps for the next build only takes gigabytes of its disk.
        if std::env::var_os("CI").is_some() {
            command.env("CARGO_INCREMENTAL", "0");
        }
        Task { command, shown: program.to_owned() }
    }

    pub(crate) fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        for arg in args {
            self.shown.push(' ');
            self.shown.push_str(&arg.as_ref().to_string_lossy());
            self.command.arg(arg);
        }
        self
    }

    /// The same with a variable of the environment.
    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// The same in another folder.
    pub(crate) fn within(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Runs it; returns what it prints.
    pub(crate) fn output(mut self) -> Result<String, String> {
        eprintln!("$ {}", self.shown);
        let output = self.command.output().map_err(|e| format!("`{}` could not be started: {e}", self.shown))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() {
            return Ok(text);
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        Err(format!("`{}` failed ({}): {text}{errors}", self.shown, output.status))
    }

    /// Runs it; its failure is an error that names it.
    pub(crate) fn run(mut self) -> Result<(), String> {
        eprintln!("$ {}", self.shown);
        match self.command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("`{}` failed ({status})", self.shown)),
            Err(error) => Err(format!("`{}` could not be started: {error}", self.shown)),
        }
    }
}

/// Runs cargo.
pub(crate) fn cargo<S: AsRef<OsStr>>(
    args: impl IntoIterator<Item = &'static str>,
    more: impl IntoIterator<Item = S>,
) -> Result<(), String> {
    Task::new("cargo").args(args).args(more).run()
}

/// Installs a cargo subcommand unless it is there.
pub(crate) fn install(program: &str, package: &str) -> Result<(), String> {
    let there = Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success());
    if there { Ok(()) } else { Task::new("cargo").args(["install", "--locked", package]).run() }
}

/// Installs Debian packages.
pub(crate) fn install_packages(packages: &[&str]) -> Result<(), String> {
    let install = || Task::new("apt-get").args(["install", "-y", "--no-install-recommends"]).args(packages).run();
    // A fresh machine has no lists yet; one whose last installation was cut off has to finish it first.
    install().or_else(|_| {
        Task::new("dpkg").args(["--configure", "-a"]).run()?;
        Task::new("apt-get").args(["update"]).run()?;
        install()
    })
}

/// Installs Mesa's software Vulkan unless there is a driver, so that fields on a GPU are tested everywhere.
pub(crate) fn install_vulkan() -> Result<(), String> {
    let is_there = |folder: &str| std::fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some());
    if ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"].into_iter().any(is_there) {
        return Ok(());
    }
    install_packages(&["mesa-vulkan-drivers", "libvulkan1"])
}

pub(crate) fn title(text: &str) {
    eprintln!("\n=== {text} ===");
}

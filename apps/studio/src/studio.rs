//! Starting and stopping the studio.

use crate::door::Door;
use crate::export::Shelf;
use crate::folder::Folder;
use crate::server::Server;
use crate::world::{Mailbox, World, mailbox};
use axum::serve::ListenerExt;
use std::error::Error;
use std::io::Write;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::sync_channel;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// How the studio starts.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What is open at first: the name of an embedded scenario or scene, or a file of the folder. An embedded scenario unless
    /// told.
    pub first: Option<String>,
    /// The folder that files are opened from and saved to; the current one unless told. Nothing outside is touched.
    pub folder: Option<PathBuf>,
    /// The port to listen on; 0 for any that is free.
    pub port: u16,
    /// Whether to open a browser, where there is one and a screen to show it on.
    pub browser: bool,
}

/// A studio that is running; dropping it ends it.
///
/// ```
/// use navigant_studio::{Options, Studio};
/// let studio = Studio::start(&Options { first: Some("bottleneck".to_owned()), ..Options::default() })?;
/// assert!(studio.url().starts_with("http://127.0.0.1:"));
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Debug)]
pub struct Studio {
    url: String,
    world: Mailbox,
    stop: Option<oneshot::Sender<()>>,
    shelf: Shelf,
    threads: Vec<JoinHandle<()>>,
}

/// So long is waited for the threads to end.
const PATIENCE: Duration = Duration::from_secs(1);

type Failure = Box<dyn Error + Send + Sync>;

impl Studio {
    /// Opens the world and begins to listen, on this machine only.
    ///
    /// # Errors
    /// What is to be opened cannot be, the folder is none, or the port is taken.
    pub fn start(options: &Options) -> Result<Studio, Failure> {
        let folder = match &options.folder {
            Some(folder) => Folder::new(folder).map_err(|error| format!("{}: {error}", folder.display()))?,
            None => Folder::new(&std::env::current_dir()?)?,
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)));
        let listener = listener.map_err(|error| format!("port {}: {error}", options.port))?;
        let door = Door::new(listener.local_addr()?.port())?;
        let (url, shelf) = (door.url(), Shelf::new()?);
        let (world, inbox) = mailbox();
        let (opened, is_opened) = sync_channel(1);
        let (first, its_shelf, its_mailbox) = (options.first.clone(), shelf.clone(), world.clone());
        // The world stays on the thread it is made on.
        let run_world = move || match World::new(folder, its_shelf, first.as_deref(), its_mailbox) {
            Ok(world) => {
                let _ = opened.send(Ok(()));
                world.run(&inbox);
            }
            Err(refusal) => drop(opened.send(Err(refusal))),
        };
        let world_thread = std::thread::Builder::new().name("studio-world".to_owned()).spawn(run_world)?;
        is_opened.recv()??;
        let (stop, stopped) = oneshot::channel();
        let router = Server::new(door, world.clone(), shelf.clone()).router();
        // Small messages follow each other; else each waits until the page's system has said that the one before has come.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let serve = move || {
            runtime.block_on(async {
                tokio::select! {
                    // It goes on for ever, whatever becomes of single connections.
                    _ = axum::serve(listener, router).into_future() => {}
                    _ = stopped => {}
                }
            });
            // Websockets that are still open are dropped with the runtime.
            runtime.shutdown_background();
        };
        let server_thread = std::thread::Builder::new().name("studio-server".to_owned()).spawn(serve)?;
        Ok(Studio { url, world, stop: Some(stop), shelf, threads: vec![server_thread, world_thread] })
    }

    /// The address of the page, with the token that everything needs.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        self.world.quit();
        // A world in the middle of something long is left to itself: nothing of it outlives the program.
        let start = Instant::now();
        for thread in self.threads.drain(..) {
            while !thread.is_finished() && start.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(2));
            }
            if thread.is_finished() {
                let _ = thread.join();
            }
        }
        // A thread that is left to itself may still hold it.
        self.shelf.clear();
    }
}

/// Runs the studio until Ctrl-C: prints its address on one line, and opens a browser there if that is wished for.
///
/// # Errors
/// As [`Studio::start`].
pub fn run(options: &Options) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    // Whoever ends it as soon as it says its address should not leave anything behind.
    let ending = runtime.block_on(async { Ending::expected() })?;
    let studio = Studio::start(options)?;
    writeln!(std::io::stdout(), "{}", studio.url())?;
    std::io::stdout().flush()?;
    if options.browser {
        open_browser(studio.url());
    }
    runtime.block_on(ending.comes())?;
    Ok(())
}

/// Ctrl-C, or the system's polite way of saying the same.
struct Ending {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Ending {
    /// From here on the program is not ended without being told.
    fn expected() -> std::io::Result<Ending> {
        #[cfg(unix)]
        {
            let terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
            Ok(Ending { terminate })
        }
        #[cfg(not(unix))]
        Ok(Ending {})
    }

    #[cfg(unix)]
    async fn comes(mut self) -> std::io::Result<()> {
        tokio::select! {
            told = tokio::signal::ctrl_c() => told,
            _ = self.terminate.recv() => Ok(()),
        }
    }

    #[cfg(not(unix))]
    async fn comes(self) -> std::io::Result<()> {
        tokio::signal::ctrl_c().await
    }
}

/// Opens a browser, if there is one and a screen; nobody needs to know otherwise.
fn open_browser(url: &str) {
    let has_screen = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if !has_screen {
        return;
    }
    let mut command = if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" })
    };
    let command = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // Somebody has to wait for it, but not this thread.
        std::thread::spawn(move || child.wait());
    }
}

//! A process that is told lines and asked for lines, each within a time.
//!
//! It has a process group of its own, which is killed as a whole: children that it forked and signals that it ignores
//! change nothing. No pipe is waited for without a deadline, in either direction.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use safari_agents::AgentError;

use crate::answer::short;

/// Most bytes of a bot's output for one answer, lines for people included.
const MAX_ANSWER: usize = 64 * 1024;
/// Longest wait without a look at whether it has ended, or the run.
const LOOK: Duration = Duration::from_millis(100);
/// Bytes of its last words on standard error that are kept.
const LAST_WORDS: usize = 1000;
/// How long a process whose output has ended may take to end itself.
const TO_END: Duration = Duration::from_millis(500);
/// How long it may take after the end of a game.
const TO_LEAVE: Duration = Duration::from_secs(1);

/// A bot's process. Letting it go kills its whole group and leaves no zombie.
pub(crate) struct BotProcess {
    child: Child,
    pid: Option<Pid>,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    /// What it has not taken yet.
    unsent: Vec<u8>,
    /// What it said and was not read as lines yet.
    unread: Vec<u8>,
    /// The end of what it wrote to standard error.
    last_words: Vec<u8>,
    /// Whether it was told that the game is over, and may end by itself.
    leaving: bool,
    /// Whether it is reaped.
    reaped: bool,
}

/// Whether nobody waits for answers any more.
static GIVEN_UP: AtomicBool = AtomicBool::new(false);

/// From now on no bot of this program is waited for: each is ended within a tenth of a second, and its game is no forfeit.
pub fn give_up() {
    GIVEN_UP.store(true, Ordering::Relaxed);
}

impl BotProcess {
    /// Starts a program with its arguments in the working directory.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(words: &[String]) -> io::Result<BotProcess> {
        let (program, arguments) = words.split_first().ok_or(ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let missing = || io::Error::other("a pipe is missing");
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take();
        let pid = Pid::from_raw(child.id().cast_signed());
        let process = BotProcess {
            child,
            pid,
            stdin,
            stdout,
            stderr,
            unsent: Vec::new(),
            unread: Vec::new(),
            last_words: Vec::new(),
            leaving: false,
            reaped: false,
        };
        // From here on, whatever fails kills it.
        ioctl_fionbio(&process.stdout, true)?;
        if let (Some(stdin), Some(stderr)) = (&process.stdin, &process.stderr) {
            ioctl_fionbio(stdin, true)?;
            ioctl_fionbio(stderr, true)?;
        }
        Ok(process)
    }

    /// Tells it lines, each with its end; what it does not take at once is kept for later.
    pub fn tell(&mut self, lines: &str) {
        self.unsent.extend_from_slice(lines.as_bytes());
        self.write();
    }

    /// Tells it a line that it is not asked to answer, after which it may end.
    pub fn say_goodbye(&mut self, line: &str) {
        self.tell(line);
        self.leaving = self.unsent.is_empty();
    }

    /// The next line of its output, without lines that begin with `#`.
    ///
    /// # Errors
    /// It ended, said too much, or said nothing in time; its group is then killed.
    pub fn line(&mut self, within: Duration) -> Result<String, AgentError> {
        let until = Instant::now() + within;
        let mut taken = 0;
        loop {
            while let Some(line) = self.take_line() {
                taken += line.len() + 1;
                if !line.starts_with('#') {
                    return Ok(line);
                }
            }
            if self.stdin.is_none() {
                return Err(self.ended("it closed its input"));
            }
            if taken + self.unread.len() > MAX_ANSWER {
                return Err(self.flooded());
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                self.kill();
                return Err(AgentError::TimedOut { used: within, allowed: within });
            }
            if GIVEN_UP.load(Ordering::Relaxed) {
                self.kill();
                return Err(AgentError::Unavailable("the run is given up".into()));
            }
            // Its end cannot be seen at its output where a child holds that open.
            let had_ended = self.has_ended(Duration::ZERO);
            let before = self.unread.len();
            self.wait(left.min(LOOK));
            let open = self.read();
            if open && had_ended && self.unread.len() == before {
                return Err(self.ended("it ended"));
            }
            if !open {
                // What it said before it ended may still be an answer.
                if self.unread.contains(&b'\n') {
                    continue;
                }
                return Err(self.ended("it closed its output"));
            }
        }
    }

    /// What it said without being asked, if anything; lines that begin with `#` may be said at any time.
    ///
    /// # Errors
    /// It said too much; its group is then killed.
    pub fn unasked(&mut self) -> Result<Option<String>, AgentError> {
        let mut taken = 0;
        while self.read() {
            let before = self.unread.len();
            while let Some(line) = self.take_line() {
                taken += line.len() + 1;
                if !line.starts_with('#') {
                    return Ok(Some(line));
                }
            }
            if taken + self.unread.len() > MAX_ANSWER {
                return Err(self.flooded());
            }
            if self.unread.len() == before {
                break;
            }
        }
        Ok(None)
    }

    /// Waits until a pipe is ready, at most so long.
    fn wait(&self, most: Duration) {
        let mut fds = vec![PollFd::new(&self.stdout, PollFlags::IN)];
        if let Some(stderr) = &self.stderr {
            fds.push(PollFd::new(stderr, PollFlags::IN));
        }
        if let (Some(stdin), false) = (&self.stdin, self.unsent.is_empty()) {
            fds.push(PollFd::from_borrowed_fd(stdin.as_fd(), PollFlags::OUT));
        }
        let timeout = Timespec::try_from(most).ok();
        // Where it fails, as by a signal, the caller looks at the pipes and the time and comes again.
        let _ = poll(&mut fds, timeout.as_ref());
    }

    /// Writes what it takes without waiting; where its input is closed, that is remembered.
    fn write(&mut self) {
        while let (Some(stdin), false) = (&mut self.stdin, self.unsent.is_empty()) {
            match stdin.write(&self.unsent) {
                Ok(n) => drop(self.unsent.drain(..n)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => self.stdin = None,
            }
        }
    }

    /// Moves what can be moved without waiting, a bounded part at a time; `false` where its output has ended.
    fn read(&mut self) -> bool {
        self.write();
        self.listen();
        let mut buffer = [0; 4096];
        match self.stdout.read(&mut buffer) {
            Ok(0) => false,
            Ok(n) => {
                self.unread.extend_from_slice(&buffer[..n]);
                true
            }
            Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
        }
    }

    /// Takes in what it wrote to standard error, and keeps the end.
    fn listen(&mut self) {
        let mut buffer = [0; 4096];
        let Some(stderr) = &mut self.stderr else { return };
        match stderr.read(&mut buffer) {
            Ok(0) => self.stderr = None,
            Ok(n) => {
                self.last_words.extend_from_slice(&buffer[..n]);
                let gone = self.last_words.len().saturating_sub(LAST_WORDS);
                self.last_words.drain(..gone);
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::Interrupted => {}
                _ => self.stderr = None,
            },
        }
    }

    /// The next whole line that it said.
    fn take_line(&mut self) -> Option<String> {
        let end = self.unread.iter().position(|&byte| byte == b'\n')?;
        let line: Vec<u8> = self.unread.drain(..=end).collect();
        Some(String::from_utf8_lossy(&line).trim_end().to_owned())
    }

    fn flooded(&mut self) -> AgentError {
        self.kill();
        AgentError::Protocol(format!("it said more than {MAX_ANSWER} bytes for one answer"))
    }

    /// The error of a process that does not talk any more: how it ended, and its last words.
    fn ended(&mut self, how: &str) -> AgentError {
        let by_itself = self.has_ended(TO_END);
        // What a dead process wrote is all there; a flood from its children is not waited for.
        for _ in 0..64 {
            self.listen();
        }
        let status = self.kill();
        let mut text = match status {
            Some(status) if by_itself => format!("it ended with {status}"),
            _ => how.to_owned(),
        };
        let words = String::from_utf8_lossy(&self.last_words);
        if !words.trim().is_empty() {
            text += &format!("; its last words: {}", words.trim());
        }
        if !self.unread.is_empty() {
            text += &format!("; it said `{}`", short(&String::from_utf8_lossy(&self.unread)));
        }
        AgentError::Crashed(text)
    }

    /// Whether it ends within a time; it is not reaped, so that its group keeps its number.
    fn has_ended(&self, within: Duration) -> bool {
        let until = Instant::now() + within;
        let Some(pid) = self.pid else { return true };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let mut pause = Duration::from_micros(200);
        loop {
            match waitid(WaitId::Pid(pid), options) {
                Ok(Some(_)) => return true,
                Ok(None) if Instant::now() < until => std::thread::sleep(pause),
                Ok(None) | Err(_) => return false,
            }
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }

    /// Kills its group and reaps it.
    fn kill(&mut self) -> Option<ExitStatus> {
        self.stdin = None;
        if let (Some(pid), false) = (self.pid, self.reaped) {
            // Fails only where nobody is left in it.
            let _ = kill_process_group(pid, Signal::KILL);
        }
        self.reaped = true;
        self.child.wait().ok()
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        if self.leaving && !self.reaped {
            self.stdin = None;
            self.has_ended(TO_LEAVE);
        }
        self.kill();
    }
}

//! Processes of this host.

use std::fs;
use std::sync::OnceLock;

/// Returns the name of this host.
pub(super) fn host() -> String {
    hostname::get().map_or_else(|_| String::new(), |name| name.to_string_lossy().into_owned())
}

/// Returns the start of this Linux and the namespace of its process ids, since containers with one host name have ids of their own.
/// `None` on other systems.
pub(super) fn system() -> Option<&'static str> {
    static SYSTEM: OnceLock<Option<String>> = OnceLock::new();
    let read = || {
        let start = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
        let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
        Some(format!("{} {}", start.trim(), namespace.to_str()?))
    };
    SYSTEM.get_or_init(read).as_deref()
}

/// Whether a process of this host runs. One that cannot be asked for counts as running.
#[cfg(unix)]
pub(super) fn runs(process: u32) -> bool {
    let Ok(process @ 1..) = libc::pid_t::try_from(process) else { return false };
    // SAFETY: signal 0 is never delivered, and the call reads no memory.
    #[allow(unsafe_code)]
    let asked = unsafe { libc::kill(process, 0) };
    asked == 0 || std::io::Error::last_os_error().raw_os_error() != Some(libc::ESRCH)
}

#[cfg(not(unix))]
pub(super) fn runs(_: u32) -> bool {
    true
}

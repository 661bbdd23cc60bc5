//! Processes of this host.

/// Returns the name of this host.
pub(super) fn host() -> String {
    hostname::get().map_or_else(|_| String::new(), |name| name.to_string_lossy().into_owned())
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

//! Files that are written whole or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::{Error, Problem};
use crate::input::Input;
use crate::source::absent;

/// Writes a file whole, or leaves what was there: into a temporary file beside it, on to the disk, then under its name.
///
/// A file that was there keeps its permissions; a link keeps pointing where it did. What is no ordinary file, such as a
/// pipe, is written to directly.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("model.spinney");
/// spinney_io::save(&path, b"bytes")?;
/// assert_eq!(spinney_io::load(&path)?, b"bytes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    whole(path, bytes).map_err(|problem| Error::new(&Input::Path(path.to_owned()), problem))
}

/// The bytes of a file.
pub fn load(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|error| Error::new(&Input::Path(path.to_owned()), absent(path, error)))
}

fn whole(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    // The file behind a link, so that the link is not replaced by a file.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = fs::metadata(&target).ok();
    match &before {
        Some(found) if found.is_dir() => return Err(Problem::Directory),
        // Renaming would get round the wish that the file be left alone.
        Some(found) if found.is_file() && found.permissions().readonly() => return Err(Problem::Unwritable),
        Some(found) if !found.is_file() => {
            let mut other = OpenOptions::new().write(true).open(&target).map_err(unwritten)?;
            return other.write_all(bytes).map_err(unwritten);
        }
        _ => {}
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (mut temporary, mut file) = Temporary::new(&target, folder).map_err(unwritten)?;
    file.write_all(bytes).map_err(unwritten)?;
    if let Some(before) = before {
        file.set_permissions(before.permissions()).map_err(unwritten)?;
    }
    file.sync_all().map_err(unwritten)?;
    drop(file); // some systems rename no file that is open
    fs::rename(&temporary.path, &target).map_err(unwritten)?;
    temporary.renamed = true;
    sync_folder(folder).map_err(unwritten)
}

/// The new name is on the disk too.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    // A folder that may be written but not read cannot be opened; the file itself is safe all the same.
    File::open(folder).map_or(Ok(()), |folder| folder.sync_all())
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

fn unwritten(error: io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Problem::NoFolder,
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Problem::Unwritable,
        _ => Problem::Io(error),
    }
}

/// The temporary files that are being written.
static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn open_files() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what is half written, for a program that ends at once (Ctrl-C). While the answer is held no new file is begun.
///
/// ```
/// let held = spinney_io::abandon();
/// drop(held); // a program that ends would keep it
/// ```
#[must_use = "files may be begun again once it is dropped"]
pub fn abandon() -> impl Sized {
    let mut files = open_files();
    for path in std::mem::take(&mut *files) {
        let _ = fs::remove_file(path); // it may be under its final name by now
    }
    files
}

/// A file that goes away again unless it has been renamed.
struct Temporary {
    path: PathBuf,
    renamed: bool,
}

impl Temporary {
    /// A new file beside the target, under a name that nobody else has.
    fn new(target: &Path, folder: &Path) -> io::Result<(Self, File)> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = target.file_name().unwrap_or_default().to_string_lossy().chars().take(40).collect::<String>();
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".{name}.{}-{number}.tmp", process::id()));
            let mut files = open_files(); // made and noted in one step, as seen by `abandon`
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    files.insert(path.clone());
                    return Ok((Temporary { path, renamed: false }, file));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        open_files().remove(&self.path);
        if !self.renamed {
            let _ = fs::remove_file(&self.path); // the first error is the one to tell
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_abandoned_is_removed_and_nothing_new_is_begun() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("model.spinney");
        let (temporary, mut file) = Temporary::new(&target, folder.path()).unwrap();
        file.write_all(b"half").unwrap();
        let held = abandon();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let other = std::thread::spawn(move || {
            let made = Temporary::new(&target, target.parent().unwrap()).unwrap().0;
            made.path.exists() // it is there, and goes again
        });
        std::thread::sleep(std::time::Duration::from_millis(100));
        assert!(!other.is_finished());
        drop(held);
        assert!(other.join().unwrap());
        drop(temporary);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

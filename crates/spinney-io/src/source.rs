//! A file or pipe as bytes, unpacked, again where need be.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use bytes::Bytes;
use flate2::bufread::MultiGzDecoder;
use spinney::table::Source;
use spinney::table::frame::nearest;

use crate::error::{Problem, Unpacking};
use crate::format::Packing;
use crate::input::{Input, Progress};

/// Packed bytes that are read at a time.
const CHUNK: usize = 256 * 1024;

/// The content of an input, unpacked.
pub(crate) struct Opened<'a> {
    content: Content<'a>,
    progress: Option<&'a Progress>,
}

enum Content<'a> {
    /// A regular file: it is read anew each time.
    File { path: PathBuf, packing: Packing, length: u64, size: Option<u64> },
    /// A pipe, which gives its bytes only once: they are kept as they come.
    Pipe(Mutex<Kept<'a>>),
}

/// What a pipe has given so far, and the pipe while there may be more.
struct Kept<'a> {
    bytes: Vec<u8>,
    pipe: Option<Box<dyn Read + Send + 'a>>,
}

/// A reader that begins with what a pipe has given and goes on with the pipe.
struct Replay<'s, 'a> {
    kept: &'s Mutex<Kept<'a>>,
    at: usize,
}

impl Read for Replay<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut kept = self.kept.lock().map_err(|_| io::Error::other("an earlier reading failed"))?;
        let known = &kept.bytes[self.at..];
        let read = if known.is_empty() {
            let Some(pipe) = &mut kept.pipe else { return Ok(0) };
            let read = pipe.read(buffer)?;
            if read == 0 && !buffer.is_empty() {
                kept.pipe = None;
            }
            kept.bytes.extend_from_slice(&buffer[..read]);
            read
        } else {
            let read = known.len().min(buffer.len());
            buffer[..read].copy_from_slice(&known[..read]);
            read
        };
        self.at += read;
        Ok(read)
    }
}

impl<'a> Opened<'a> {
    /// Opens an input; a pipe is read as far as is needed to see what it is packed with.
    pub(crate) fn new(input: &Input, progress: Option<&'a Progress>) -> Result<Self, Problem> {
        let content = match input {
            Input::Stdin => keep(io::stdin(), progress)?,
            Input::Path(path) => {
                let about = fs::metadata(path).map_err(|error| absent(path, error))?;
                if about.is_dir() {
                    return Err(Problem::Directory);
                }
                let file = File::open(path)?;
                if about.is_file() { look(path, file, about.len())? } else { keep(file, progress)? }
            }
        };
        Ok(Opened { content, progress })
    }

    /// The first bytes.
    pub(crate) fn head(&self, most: u64) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        self.open()?.take(most).read_to_end(&mut head)?;
        Ok(head)
    }

    /// The plain file, where it is one: it can be read at any place.
    pub(crate) fn plain_file(&self) -> Option<&Path> {
        match &self.content {
            Content::File { path, packing: Packing::None, .. } => Some(path),
            _ => None,
        }
    }

    /// All of the content.
    pub(crate) fn bytes(&self) -> io::Result<Bytes> {
        if let Content::Pipe(kept) = &self.content {
            // Whoever asks for all of it asks once: the bytes are handed over, not copied.
            io::copy(&mut Replay { kept, at: 0 }, &mut io::sink())?;
            let mut kept = kept.lock().map_err(|_| io::Error::other("an earlier reading failed"))?;
            return Ok(std::mem::take(&mut kept.bytes).into());
        }
        let mut bytes = Vec::new();
        // A failed wish is no harm: the bytes then grow as they come.
        let _ = bytes.try_reserve_exact(self.size().and_then(|size| usize::try_from(size).ok()).unwrap_or(0));
        self.open()?.read_to_end(&mut bytes)?;
        Ok(bytes.into())
    }
}

impl Source for Opened<'_> {
    fn open(&self) -> io::Result<Box<dyn Read + Send + '_>> {
        match &self.content {
            Content::Pipe(kept) => Ok(Box::new(Replay { kept, at: 0 })),
            Content::File { path, packing, length, .. } => {
                let counted =
                    Counted { inner: File::open(path)?, read: 0, total: Some(*length), progress: self.progress };
                unpack(counted, *packing)
            }
        }
    }

    /// A pipe hands over what it has kept, and keeps nothing from then on.
    fn open_last(&self) -> io::Result<Box<dyn Read + Send + '_>> {
        let Content::Pipe(kept) = &self.content else { return self.open() };
        let mut kept = kept.lock().map_err(|_| io::Error::other("an earlier reading failed"))?;
        let known = io::Cursor::new(std::mem::take(&mut kept.bytes));
        Ok(match kept.pipe.take() {
            Some(pipe) => Box::new(known.chain(pipe)),
            None => Box::new(known),
        })
    }

    fn size(&self) -> Option<u64> {
        match &self.content {
            Content::Pipe(_) => None,
            Content::File { size, .. } => *size,
        }
    }
}

/// A file that cannot be looked at; where it is not there, with the nearest name that is.
pub(crate) fn absent(path: &Path, error: io::Error) -> Problem {
    let Problem::NotFound { .. } = Problem::from(error.kind()) else { return Problem::from(error) };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable(); // a folder has no order of its own, and the hint should not depend on it
    let asked = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    Problem::NotFound { near: nearest(asked, &names) }
}

impl From<io::ErrorKind> for Problem {
    fn from(kind: io::ErrorKind) -> Self {
        Problem::from(io::Error::from(kind))
    }
}

/// What a regular file is packed with, and roughly how large it is unpacked.
fn look<'a>(path: &Path, mut file: File, length: u64) -> Result<Content<'a>, Problem> {
    let mut head = Vec::new();
    (&mut file).take(18).read_to_end(&mut head)?;
    let packing = Packing::from_mark(&head);
    let promised = Packing::from_name(path);
    if packing != promised && promised != Packing::None && !head.is_empty() {
        let cut = head.len() < promised.mark().len() && promised.mark().starts_with(&head);
        return Err(if cut {
            Problem::Truncated { packing: promised }
        } else {
            Problem::NotPacked { packing: promised }
        });
    }
    let size = match packing {
        Packing::None => Some(length),
        Packing::Gzip => gzip_size(&mut file, length),
        Packing::Zstd => zstd::zstd_safe::get_frame_content_size(&head).ok().flatten(),
    };
    // Room is set aside by this figure, so a damaged one must not ask for the moon.
    let size = size.filter(|size| *size <= length.saturating_mul(1100));
    Ok(Content::File { path: path.to_owned(), packing, length, size })
}

/// The size that the last four bytes of a gzip file tell: of its last member, and of that the lowest 32 bits, so one
/// smaller than the packed bytes tells nothing.
fn gzip_size(file: &mut File, length: u64) -> Option<u64> {
    let mut last = [0; 4];
    file.seek(SeekFrom::End(-4)).ok()?;
    file.read_exact(&mut last).ok()?;
    Some(u64::from(u32::from_le_bytes(last))).filter(|size| *size >= length)
}

/// A pipe whose bytes are kept as they come.
fn keep<'a>(mut pipe: impl Read + Send + 'a, progress: Option<&'a Progress>) -> Result<Content<'a>, Problem> {
    let mut head = Vec::new();
    (&mut pipe).take(4).read_to_end(&mut head)?;
    let packing = Packing::from_mark(&head);
    let counted = Counted { inner: io::Cursor::new(head).chain(pipe), read: 0, total: None, progress };
    Ok(Content::Pipe(Mutex::new(Kept { bytes: Vec::new(), pipe: Some(unpack(counted, packing)?) })))
}

fn unpack<'a>(packed: impl Read + Send + 'a, packing: Packing) -> io::Result<Box<dyn Read + Send + 'a>> {
    Ok(match packing {
        Packing::None => Box::new(packed),
        Packing::Gzip => {
            let inner = MultiGzDecoder::new(BufReader::with_capacity(CHUNK, packed));
            Box::new(Unpacked { inner, packing })
        }
        Packing::Zstd => {
            let inner = zstd::stream::read::Decoder::with_buffer(BufReader::with_capacity(CHUNK, packed))?;
            Box::new(Unpacked { inner, packing })
        }
    })
}

/// A reader that tells how far it has come.
struct Counted<'a, R> {
    inner: R,
    read: u64,
    total: Option<u64>,
    progress: Option<&'a Progress>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.read += read as u64;
        if let Some(progress) = self.progress {
            progress(self.read, self.total);
        }
        Ok(read)
    }
}

/// An unpacker whose own errors can be told from those of the file beneath.
struct Unpacked<R> {
    inner: R,
    packing: Packing,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).map_err(|error| {
            if error.raw_os_error().is_some() || error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let ended = error.kind() == io::ErrorKind::UnexpectedEof;
            let reason = (!ended).then(|| error.to_string());
            io::Error::new(error.kind(), Unpacking { packing: self.packing, reason })
        })
    }
}

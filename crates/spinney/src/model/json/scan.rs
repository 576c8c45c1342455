//! JSON's words, read off a text one after the other.

use std::borrow::Cow;

/// What a value is; a list and an object are opened, not read.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value<'a> {
    Null,
    Bool(bool),
    Number(f64),
    Text(Cow<'a, str>),
    List,
    Object,
}

/// A place in a text.
pub(super) struct Scan<'a> {
    text: &'a str,
    pub(super) at: usize,
}

/// What a mistake expected.
type Read<T> = Result<T, &'static str>;

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Scan { text, at: if text.starts_with('\u{FEFF}') { 3 } else { 0 } }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Passes over white space.
    pub(super) fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Passes over this byte, if it is the next.
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let next = self.peek() == Some(byte);
        self.at += usize::from(next);
        next
    }

    /// A field's name, with its colon and the space behind.
    pub(super) fn key(&mut self) -> Read<Cow<'a, str>> {
        if self.peek() != Some(b'"') {
            return Err("a name in quotes");
        }
        let key = self.string()?;
        self.space();
        if !self.eat(b':') {
            return Err("a colon");
        }
        self.space();
        Ok(key)
    }

    /// A value, or the bracket that opens one.
    pub(super) fn value(&mut self) -> Read<Value<'a>> {
        match self.peek() {
            Some(b'{') => Ok(self.bracket(Value::Object)),
            Some(b'[') => Ok(self.bracket(Value::List)),
            Some(b'"') => self.string().map(Value::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                let words = [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::Null)];
                let found = words.into_iter().find(|(word, _)| self.text[self.at..].starts_with(word));
                let (word, value) = found.ok_or("a value")?;
                self.at += word.len();
                Ok(value)
            }
        }
    }

    fn bracket(&mut self, value: Value<'a>) -> Value<'a> {
        self.at += 1;
        value
    }

    fn number(&mut self) -> Read<Value<'a>> {
        let start = self.at;
        self.eat(b'-');
        if !self.eat(b'0') {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            let _sign = self.eat(b'+') || self.eat(b'-');
            self.digits()?;
        }
        let number = self.text[start..self.at].parse::<f64>().ok().filter(|number| number.is_finite());
        number.map(Value::Number).ok_or("a number below 1.8e308")
    }

    fn digits(&mut self) -> Read<()> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err("a digit") }
    }

    /// A text in quotes; borrowed where nothing in it is escaped.
    fn string(&mut self) -> Read<Cow<'a, str>> {
        self.at += 1;
        let start = self.at;
        let mut made: Option<String> = None;
        let mut from = start;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    let made = made.get_or_insert_default();
                    made.push_str(&self.text[from..self.at]);
                    self.at += 1;
                    made.push(self.escaped()?);
                    from = self.at;
                }
                Some(0x20..) => self.at += 1,
                _ => return Err("the rest of a text on the same line, with a closing quote,"),
            }
        }
        let rest = &self.text[from..self.at];
        self.at += 1;
        Ok(made.map_or(Cow::Borrowed(rest), |made| Cow::Owned(made + rest)))
    }

    /// The character behind a backslash.
    fn escaped(&mut self) -> Read<char> {
        let letter = self.peek().ok_or("an escaped character")?;
        self.at += 1;
        Ok(match letter {
            b'"' | b'\\' | b'/' => letter.into(),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.four()?;
                // A character beyond the first 65,536 is written as two.
                let pair = (0xD800..0xDC00).contains(&first) && self.eat(b'\\') && self.eat(b'u');
                let second = if pair { Some(self.four()?) } else { None };
                let code = match second {
                    None => Some(first),
                    Some(second) => second.checked_sub(0xDC00).map(|low| 0x10000 + ((first - 0xD800) << 10) + low),
                };
                code.and_then(char::from_u32).ok_or("an escaped character that exists")?
            }
            _ => return Err("one of \" \\ / b f n r t u behind the backslash"),
        })
    }

    fn four(&mut self) -> Read<u32> {
        let digits = self.text.get(self.at..self.at + 4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).ok_or("four hexadecimal digits")?;
        self.at += 4;
        Ok(code)
    }
}

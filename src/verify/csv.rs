//! The lines of a table of comma-separated values.

/// The fields of one line of a table (RFC 4180, no line ends within fields).
pub(crate) fn fields(line: &str) -> Result<Vec<String>, String> {
    let mut fields = vec![String::new()];
    let mut rest = line;
    while let Some(field) = fields.last_mut() {
        if let Some(quoted) = rest.strip_prefix('"') {
            let Some(end) = quoted.find('"') else {
                return Err("a quotation mark is not closed".to_owned());
            };
            field.push_str(&quoted[..end]);
            rest = &quoted[end + 1..];
            if rest.starts_with('"') {
                // Doubled, it stands for itself, and the field goes on.
                field.push('"');
                continue;
            }
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            field.push_str(&rest[..end]);
            rest = &rest[end..];
        }
        match rest.strip_prefix(',') {
            Some(next) => rest = next,
            None if rest.is_empty() => break,
            None => return Err("a field goes on behind its quotation mark".to_owned()),
        }
        fields.push(String::new());
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_with_and_without_quotation_marks() {
        let read = |line| fields(line).unwrap().join("|");
        assert_eq!(read("1,ab,\"1,1 1,2\",,x"), "1|ab|1,1 1,2||x");
        assert_eq!(read("\"a\"\"b\",\"\"\"\",\"\""), "a\"b|\"|");
        assert_eq!(read(","), "|");
        assert_eq!(read(""), "");
        assert!(fields("a,\"b").is_err() && fields("\"a\"b").is_err());
    }
}

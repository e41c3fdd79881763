//! Deltas: an object told as pieces of another one and new bytes.
//!
//! Format: <https://git-scm.com/docs/pack-format#_deltified_representation>: the size of the base, the size of the
//! result, then instructions: copy a piece of the base (high bit set), or insert the bytes that follow.

/// Returns the size of what the delta makes; `None` if it is cut.
pub(crate) fn result_size(delta: &[u8]) -> Option<u64> {
    let (_, rest) = size(delta)?;
    size(rest).map(|(result, _)| result)
}

/// Returns what the delta makes of its base; `None` if it does not fit the base or itself, or makes more than `max`.
pub(crate) fn apply(base: &[u8], delta: &[u8], max: u64) -> Option<Vec<u8>> {
    let (base_size, rest) = size(delta)?;
    let (result_size, mut rest) = size(rest)?;
    if base_size != base.len() as u64 || result_size > max {
        return None;
    }
    let result_size = usize::try_from(result_size).ok()?;
    let mut result = Vec::with_capacity(result_size);
    while let [instruction, tail @ ..] = rest {
        let piece = if instruction & 0x80 != 0 {
            let (offset, length);
            (offset, length, rest) = copy(*instruction, tail)?;
            base.get(offset..)?.get(..length)?
        } else {
            let piece;
            (piece, rest) = tail.split_at_checked(usize::from(*instruction)).filter(|_| *instruction != 0)?;
            piece
        };
        if piece.len() > result_size - result.len() {
            return None;
        }
        result.extend_from_slice(piece);
    }
    (result.len() == result_size).then_some(result)
}

/// Reads a copy instruction: four bits say which bytes of the offset follow, three which of the length.
fn copy(instruction: u8, mut bytes: &[u8]) -> Option<(usize, usize, &[u8])> {
    let mut number = |bits: std::ops::Range<u8>| {
        let mut value = 0;
        for (at, bit) in bits.enumerate() {
            if instruction & 1 << bit != 0 {
                let (byte, rest) = bytes.split_first()?;
                value |= usize::from(*byte) << (8 * at);
                bytes = rest;
            }
        }
        Some(value)
    };
    let offset = number(0..4)?;
    let length = number(4..7)?;
    Some((offset, if length == 0 { 0x1_0000 } else { length }, bytes))
}

/// Reads a size: seven bits a byte, lowest first, the high bit says that more follow.
fn size(delta: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0u64;
    for (at, byte) in delta.iter().enumerate().take(9) {
        value |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Some((value, &delta[at + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_and_inserts() {
        let base: Vec<u8> = (0..=255).cycle().take(70_000).collect();
        // Base 70,000; result 65,536 + 3 + 2.
        let mut delta = vec![0xf0, 0xa2, 0x04, 0x85, 0x80, 0x04];
        delta.extend([0x80]);
        delta.extend([3, b'a', b'b', b'c']);
        delta.extend([0b1001_0001, 5, 2]);
        assert_eq!(result_size(&delta), Some(65_541));
        let result = apply(&base, &delta, 1 << 20).unwrap();
        assert_eq!(&result[..65_536], &base[..65_536]);
        assert_eq!(&result[65_536..], b"abc\x05\x06");
        assert_eq!(apply(&base, &delta, 65_540), None, "more than allowed");
        assert_eq!(apply(&base[1..], &delta, 1 << 20), None, "another base");
        for end in 0..delta.len() {
            assert_eq!(apply(&base, &delta[..end], 1 << 20), None, "{end}");
        }
    }

    #[test]
    fn refuses_what_does_not_fit() {
        for delta in [
            &[1, 1, 0][..],
            &[1, 1, 0x91, 1, 1],
            &[1, 1, 0x90, 2],
            &[1, 1, 2, b'a', b'b'],
            &[1, 2, 1, b'a'],
            &[0xff; 12],
            &[1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
        ] {
            assert_eq!(apply(b"x", delta, 1 << 20), None, "{delta:?}");
        }
    }
}

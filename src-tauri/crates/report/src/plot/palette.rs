//! The colours of a picture: the same as the window's (`ui/src/styles/tokens.css`).

use plotters::style::RGBColor;

use super::versions::HUES;

/// The colours of one theme.
pub(crate) struct Palette {
    pub(crate) ground: RGBColor,
    pub(crate) group: RGBColor,
    pub(crate) line: RGBColor,
    pub(crate) line_strong: RGBColor,
    pub(crate) ink: RGBColor,
    pub(crate) ink_3: RGBColor,
    pub(crate) contradicted: RGBColor,
    pub(crate) hatch: RGBColor,
    /// Fill and edge of each hue.
    pub(crate) hues: [(RGBColor, RGBColor); HUES as usize],
}

const fn rgb(value: u32) -> RGBColor {
    RGBColor((value >> 16) as u8, (value >> 8) as u8, value as u8)
}

const fn pair(fill: u32, edge: u32) -> (RGBColor, RGBColor) {
    (rgb(fill), rgb(edge))
}

pub(crate) const LIGHT: Palette = Palette {
    ground: rgb(0xffffff),
    group: rgb(0xfaf9f7),
    line: rgb(0xe6e3dd),
    line_strong: rgb(0xd2cec6),
    ink: rgb(0x1d2126),
    ink_3: rgb(0x6b7178),
    contradicted: rgb(0xb3321f),
    hatch: rgb(0xc9c4ba),
    hues: [
        pair(0xcfdcf3, 0x7d9cd6),
        pair(0xd3e8d9, 0x7cb491),
        pair(0xecdcf0, 0xb58cc2),
        pair(0xf5e0cb, 0xd29a60),
        pair(0xcfe7ea, 0x6db0b9),
        pair(0xede6c0, 0xb9a552),
        pair(0xf2d6da, 0xcd8591),
        pair(0xdcdcea, 0x9494bd),
    ],
};

pub(crate) const DARK: Palette = Palette {
    ground: rgb(0x191b1e),
    group: rgb(0x1d1f23),
    line: rgb(0x2a2d32),
    line_strong: rgb(0x3b3f46),
    ink: rgb(0xe8e6e1),
    ink_3: rgb(0x92979e),
    contradicted: rgb(0xf58d78),
    hatch: rgb(0x454950),
    hues: [
        pair(0x2a3b5c, 0x6e92d8),
        pair(0x24432f, 0x5fa97c),
        pair(0x432f4b, 0xa87db8),
        pair(0x4d3721, 0xc28e55),
        pair(0x20444a, 0x58a3ad),
        pair(0x433d1c, 0xab9744),
        pair(0x4d2c33, 0xc07682),
        pair(0x353552, 0x8585b8),
    ],
};

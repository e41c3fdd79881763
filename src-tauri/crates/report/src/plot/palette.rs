//! The colours of a picture: the same as the window's (`ui/src/styles/tokens.css`).

use plotters::style::RGBColor;

use super::layout::HUES;

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
    ground: rgb(0xff_ff_ff),
    group: rgb(0xfa_f9_f7),
    line: rgb(0xe6_e3_dd),
    line_strong: rgb(0xd2_ce_c6),
    ink: rgb(0x1d_21_26),
    ink_3: rgb(0x6b_71_78),
    contradicted: rgb(0xb3_32_1f),
    hatch: rgb(0xc9_c4_ba),
    hues: [
        pair(0xcf_dc_f3, 0x7d_9c_d6),
        pair(0xd3_e8_d9, 0x7c_b4_91),
        pair(0xec_dc_f0, 0xb5_8c_c2),
        pair(0xf5_e0_cb, 0xd2_9a_60),
        pair(0xcf_e7_ea, 0x6d_b0_b9),
        pair(0xed_e6_c0, 0xb9_a5_52),
        pair(0xf2_d6_da, 0xcd_85_91),
        pair(0xdc_dc_ea, 0x94_94_bd),
    ],
};

pub(crate) const DARK: Palette = Palette {
    ground: rgb(0x19_1b_1e),
    group: rgb(0x1d_1f_23),
    line: rgb(0x2a_2d_32),
    line_strong: rgb(0x3b_3f_46),
    ink: rgb(0xe8_e6_e1),
    ink_3: rgb(0x92_97_9e),
    contradicted: rgb(0xf5_8d_78),
    hatch: rgb(0x45_49_50),
    hues: [
        pair(0x2a_3b_5c, 0x6e_92_d8),
        pair(0x24_43_2f, 0x5f_a9_7c),
        pair(0x43_2f_4b, 0xa8_7d_b8),
        pair(0x4d_37_21, 0xc2_8e_55),
        pair(0x20_44_4a, 0x58_a3_ad),
        pair(0x43_3d_1c, 0xab_97_44),
        pair(0x4d_2c_33, 0xc0_76_82),
        pair(0x35_35_52, 0x85_85_b8),
    ],
};

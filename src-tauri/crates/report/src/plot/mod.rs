//! Pictures of answers.
//!
//! [`layout()`] decides where everything stands and knows no colours or fonts of a screen; the window draws the same
//! layout, so that a picture in a report and the picture on the screen cannot disagree. [`svg`] and [`png`] paint it
//! with plotters.

mod axis;
pub mod layout;
mod lettering;
mod paint;
mod palette;
mod title;
mod versions;

use plotters::prelude::{BitMapBackend, IntoDrawingArea, SVGBackend};
use query::answer::TimelineAnswer;

use crate::Error;
pub use layout::{LayoutBar, LayoutGap, LayoutGroup, LayoutLane, LayoutTick, TimelineLayout, layout};

/// How a picture looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Its width in pixels; the height follows from the lanes.
    pub width: u32,
    /// Light on dark ground instead of dark on light.
    pub dark: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style { width: 1200, dark: false }
    }
}

/// A picture taller than this is refused rather than run out of memory, in pixels.
const MOST_HEIGHT: f64 = 20_000.0;

/// Returns the timeline as an SVG document.
pub fn svg(answer: &TimelineAnswer, style: &Style) -> Result<String, Error> {
    let (drawn, size) = sized(answer, style)?;
    let mut text = String::new();
    paint::timeline(
        &SVGBackend::with_string(&mut text, size).into_drawing_area(),
        answer,
        &drawn,
        style.dark,
    )?;
    Ok(text)
}

/// Returns the timeline as a PNG file (8 bits a channel, RGB).
pub fn png(answer: &TimelineAnswer, style: &Style) -> Result<Vec<u8>, Error> {
    paint::register_font()?;
    let (drawn, (width, height)) = sized(answer, style)?;
    let mut pixels = vec![0; width as usize * height as usize * 3];
    let area = BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area();
    paint::timeline(&area, answer, &drawn, style.dark)?;
    drop(area);
    let failed = |error: png::EncodingError| Error::Plot(error.to_string());
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}

/// Returns the layout and the size of its picture, a strip for the title included.
fn sized(answer: &TimelineAnswer, style: &Style) -> Result<(TimelineLayout, (u32, u32)), Error> {
    let drawn = layout(answer, style.width);
    if drawn.height > MOST_HEIGHT {
        return Err(Error::Plot(format!(
            "{} lanes make a picture {:.0} pixels tall; at most {MOST_HEIGHT} are drawn",
            drawn.lanes.len(),
            drawn.height
        )));
    }
    let size = (drawn.width as u32, (drawn.height + paint::HEADER + paint::FOOTER).ceil() as u32);
    Ok((drawn, size))
}

#[cfg(test)]
mod tests;

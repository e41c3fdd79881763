//! The crate against Git itself, on repositories made by scripts and on real ones.

#[cfg(test)]
mod broken;
#[cfg(test)]
mod everything;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod opening;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod walking;

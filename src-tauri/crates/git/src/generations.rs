//! A cache of bytes that forgets what was not asked for lately.

use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::FxHashMap;

/// Two generations: when the young one is full it becomes the old one, and what is asked for again moves up.
pub(crate) struct Generations<K, V> {
    young: FxHashMap<K, (V, Rc<Vec<u8>>)>,
    old: FxHashMap<K, (V, Rc<Vec<u8>>)>,
    young_bytes: usize,
    /// The most bytes of one generation.
    limit: usize,
}

impl<K: Copy + Eq + Hash, V: Copy> Generations<K, V> {
    /// Keeps at most about `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Generations {
            young: FxHashMap::default(),
            old: FxHashMap::default(),
            young_bytes: 0,
            limit: limit / 2,
        }
    }

    pub(crate) fn get(&mut self, key: K) -> Option<(V, Rc<Vec<u8>>)> {
        if let Some((value, bytes)) = self.young.get(&key) {
            return Some((*value, Rc::clone(bytes)));
        }
        let (value, bytes) = self.old.remove(&key)?;
        self.insert(key, value, &bytes);
        Some((value, bytes))
    }

    pub(crate) fn insert(&mut self, key: K, value: V, bytes: &Rc<Vec<u8>>) {
        if self.young_bytes + bytes.len() > self.limit {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        if bytes.len() <= self.limit {
            self.young_bytes += bytes.len();
            self.young.insert(key, (value, Rc::clone(bytes)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays() {
        let mut cache = Generations::new(20);
        let bytes = |len| Rc::new(vec![0; len]);
        cache.insert(1, 'a', &bytes(5));
        for key in 2..100 {
            cache.insert(key, 'b', &bytes(5));
            assert!(cache.get(1).is_some(), "{key}");
        }
        assert!(cache.get(2).is_none());
        cache.insert(100, 'c', &bytes(11));
        assert!(cache.get(100).is_none(), "larger than a generation");
    }
}

//! Baobabs that hold a meeple, and how far they are surrounded (RULES 4.2, 5.1).

use crate::cell::Cell;

/// At most 30 meeples can lie on baobabs; 32 lanes make the check one vector operation.
const LANES: usize = 32;

#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Baobabs {
    x: [i8; LANES],
    y: [i8; LANES],
    /// Filled cells around it, 0 to 8, in the low half; its owner's seat in the high half.
    state: [u8; LANES],
    len: u8,
    /// Whether any is surrounded.
    complete: bool,
}

/// Lanes that are not in use lie where no tile comes near.
const FAR: i8 = -128;

impl Baobabs {
    pub const fn new() -> Baobabs {
        Baobabs { x: [FAR; LANES], y: [FAR; LANES], state: [0; LANES], len: 0, complete: false }
    }

    /// Lays a meeple on a baobab; the tiles of baobabs must come in the order of placement.
    pub fn lay(&mut self, cell: Cell, owner: usize, filled: u32) {
        let i = usize::from(self.len) % LANES;
        self.x[i] = cell.x;
        self.y[i] = cell.y;
        self.state[i] = filled as u8 | (owner as u8) << 4;
        self.len += 1;
        self.complete |= filled == 8;
    }

    /// Takes note of a tile just placed.
    #[inline(always)]
    pub fn placed(&mut self, cell: Cell) {
        let mut most = 0;
        for i in 0..LANES {
            let near_x = self.x[i].wrapping_sub(cell.x).wrapping_add(1) as u8 <= 2;
            let near_y = self.y[i].wrapping_sub(cell.y).wrapping_add(1) as u8 <= 2;
            self.state[i] += (near_x & near_y) as u8;
            most = most.max(self.state[i] & 15);
        }
        self.complete = most >= 8;
    }

    /// Whether any is surrounded.
    #[inline(always)]
    pub fn any_complete(&self) -> bool {
        self.complete
    }

    /// Takes the meeples off the surrounded ones and gives their owners, in the order of placement.
    pub fn take_complete(&mut self, mut each: impl FnMut(usize)) {
        let mut kept = 0;
        let len = usize::from(self.len);
        for i in 0..len {
            if self.state[i] & 15 == 8 {
                each(usize::from(self.state[i] >> 4));
                continue;
            }
            (self.x[kept], self.y[kept], self.state[kept]) = (self.x[i], self.y[i], self.state[i]);
            kept += 1;
        }
        for i in kept..len {
            (self.x[i], self.y[i], self.state[i]) = (FAR, FAR, 0);
        }
        self.len = kept as u8;
        self.complete = false;
    }

    /// Cell, owner and filled cells around, in the order of placement.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, usize, u32)> + '_ {
        (0..usize::from(self.len)).map(|i| {
            (Cell::new(self.x[i], self.y[i]), usize::from(self.state[i] >> 4), u32::from(self.state[i] & 15))
        })
    }
}

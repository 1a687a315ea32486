//! What lies on the table: tiles, rangers, meeples and the animal tiles of watering holes.

use std::collections::{BTreeMap, BTreeSet};

use crate::geometry::{Cell, Side, Spot, around};
use crate::tile::Tile;
use crate::variant::Table;

/// Everything on the table.
#[derive(Clone, Debug)]
pub struct Board {
    /// The placed tiles, rotated as they lie.
    pub tiles: BTreeMap<Cell, Tile>,
    /// Their cells in the order in which they were placed.
    pub order: Vec<Cell>,
    /// Where the rangers stand.
    pub rangers: BTreeSet<Cell>,
    /// The owner of the meeple on a segment (cell and number of the segment on its tile).
    pub segment_meeples: BTreeMap<(Cell, usize), usize>,
    /// The owner of the meeple on the baobab of a cell.
    pub baobab_meeples: BTreeMap<Cell, usize>,
    /// The animal tiles on corners.
    pub animals: BTreeMap<Spot, char>,
    /// The owner of the meeple on an animal tile.
    pub hole_meeples: BTreeMap<Spot, usize>,
}

impl Board {
    /// 1.2: the start tile and a ranger at each end.
    pub fn new(start: &[(Cell, Tile)]) -> Board {
        let mut board = Board {
            tiles: BTreeMap::new(),
            order: Vec::new(),
            rangers: BTreeSet::from([(-2, 0), (2, 0)]),
            segment_meeples: BTreeMap::new(),
            baobab_meeples: BTreeMap::new(),
            animals: BTreeMap::new(),
            hole_meeples: BTreeMap::new(),
        };
        for (cell, tile) in start {
            board.put(*cell, tile.clone());
        }
        board
    }

    /// Lays a tile.
    pub fn put(&mut self, cell: Cell, tile: Tile) {
        self.tiles.insert(cell, tile);
        self.order.push(cell);
    }

    /// Whether a tile lies on the cell.
    pub fn is_filled(&self, cell: Cell) -> bool {
        self.tiles.contains_key(&cell)
    }

    /// The empty cells that share a side with a placed tile. A cell with a ranger counts as empty (3.3).
    pub fn bordering_cells(&self) -> BTreeSet<Cell> {
        let mut cells = BTreeSet::new();
        for cell in self.tiles.keys() {
            for side in Side::ALL {
                let next = side.across(*cell);
                if !self.is_filled(next) {
                    cells.insert(next);
                }
            }
        }
        cells
    }

    /// 3.1: on every side shared with a placed tile the kinds are equal.
    pub fn fits(&self, cell: Cell, tile: &Tile) -> bool {
        Side::ALL.into_iter().all(|side| match self.tiles.get(&side.across(cell)) {
            Some(other) => other.side(side.opposite()) == tile.side(side),
            None => true,
        })
    }

    /// 3.4: whether a tile on this cell would keep within the limits of the table.
    pub fn is_within(&self, table: &Table, cell: Cell) -> bool {
        match *table {
            Table::Floor => true,
            // On an even width or height the extra column or row lies to the east or south.
            Table::Table { width, height } => {
                (-((width - 1) / 2)..=width / 2).contains(&cell.0)
                    && (-((height - 1) / 2)..=height / 2).contains(&cell.1)
            }
            Table::Shifting { width, height } => {
                let (mut west, mut east, mut north, mut south) = (cell.0, cell.0, cell.1, cell.1);
                for (x, y) in self.tiles.keys() {
                    west = west.min(*x);
                    east = east.max(*x);
                    north = north.min(*y);
                    south = south.max(*y);
                }
                east - west < width && south - north < height
            }
        }
    }

    /// 4.3, 6.1 and 3.4: the cells on which a ranger may be put.
    pub fn ranger_cells(&self, table: &Table) -> Vec<Cell> {
        self.bordering_cells()
            .into_iter()
            .filter(|cell| !self.rangers.contains(cell) && self.is_within(table, *cell))
            .collect()
    }

    /// 5.1: whether all eight cells around a cell are filled.
    pub fn is_surrounded(&self, cell: Cell) -> bool {
        around(cell).into_iter().all(|next| self.is_filled(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(table: &Table, tiles: &[Cell]) -> (Cell, Cell) {
        let tile = Tile { sides: [crate::tile::Land::Savanna; 4], segments: vec![], baobab: false };
        let mut board = Board::new(&[]);
        for cell in tiles {
            board.put(*cell, tile.clone());
        }
        let within: Vec<Cell> = (-20..=20)
            .flat_map(|x| (-20..=20).map(move |y| (x, y)))
            .filter(|cell| board.is_within(table, *cell))
            .collect();
        (within[0], within[within.len() - 1])
    }

    /// 3.4: the extra column or row of an even size lies to the east or south.
    #[test]
    fn table_limits() {
        let start = [(-1, 0), (0, 0), (1, 0)];
        let table = |width, height| Table::Table { width, height };
        assert_eq!(limits(&table(5, 1), &start), ((-2, 0), (2, 0)));
        assert_eq!(limits(&table(6, 2), &start), ((-2, 0), (3, 1)));
        assert_eq!(limits(&table(7, 3), &start), ((-3, -1), (3, 1)));
        assert_eq!(limits(&table(8, 4), &start), ((-3, -1), (4, 2)));
    }

    #[test]
    fn shifting_limits() {
        let start = [(-1, 0), (0, 0), (1, 0)];
        let shifting = Table::Shifting { width: 5, height: 2 };
        assert_eq!(limits(&shifting, &start), ((-3, -1), (3, 1)));
        let moved = [(-1, 0), (0, 0), (1, 0), (2, 0), (0, 1)];
        assert_eq!(limits(&shifting, &moved), ((-2, 0), (3, 1)));
    }
}

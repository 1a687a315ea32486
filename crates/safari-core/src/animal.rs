//! The five animals and sets of them.

use std::fmt;

/// One of the five animals (RULES 1.1), in the order of their letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Animal {
    /// A
    Ape = 0,
    /// E
    Elephant = 1,
    /// G
    Giraffe = 2,
    /// L
    Lion = 3,
    /// Z
    Zebra = 4,
}

impl Animal {
    /// All five, sorted by letter.
    pub const ALL: [Animal; 5] =
        [Animal::Ape, Animal::Elephant, Animal::Giraffe, Animal::Lion, Animal::Zebra];

    /// Physical animal tiles of each animal (RULES 1.1).
    pub const COPIES: u32 = 10;

    /// The animal with this index, 0 to 4.
    ///
    /// # Panics
    /// On an index above 4.
    #[inline]
    pub const fn from_index(index: usize) -> Animal {
        Animal::ALL[index]
    }

    /// 0 to 4.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The capital letter used everywhere.
    #[inline]
    pub const fn letter(self) -> char {
        b"AEGLZ"[self as usize] as char
    }

    /// The animal with this capital letter.
    pub const fn from_letter(letter: char) -> Option<Animal> {
        Some(match letter {
            'A' => Animal::Ape,
            'E' => Animal::Elephant,
            'G' => Animal::Giraffe,
            'L' => Animal::Lion,
            'Z' => Animal::Zebra,
            _ => return None,
        })
    }
}

impl fmt::Display for Animal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A set of animals in five bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AnimalSet(u8);

impl AnimalSet {
    /// No animal.
    pub const EMPTY: AnimalSet = AnimalSet(0);

    /// The set with these low five bits, bit i for the animal of index i.
    #[inline]
    pub const fn from_bits(bits: u8) -> AnimalSet {
        AnimalSet(bits & 31)
    }

    /// Bit i stands for the animal of index i.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// How many animals, 0 to 5.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `animal` is in the set.
    #[inline]
    pub const fn contains(self, animal: Animal) -> bool {
        self.0 >> animal as u8 & 1 != 0
    }

    /// The set with `animal` added.
    #[inline]
    pub const fn with(self, animal: Animal) -> AnimalSet {
        AnimalSet(self.0 | 1 << animal as u8)
    }

    /// What is in this set and not in `other`.
    #[inline]
    pub const fn minus(self, other: AnimalSet) -> AnimalSet {
        AnimalSet(self.0 & !other.0)
    }

    /// What is in either set.
    #[inline]
    pub const fn union(self, other: AnimalSet) -> AnimalSet {
        AnimalSet(self.0 | other.0)
    }

    /// The `n`-th animal of the set, sorted by letter.
    ///
    /// # Panics
    /// If `n` is not below [`len`](Self::len).
    #[inline]
    pub fn nth(self, n: u32) -> Animal {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Animal::from_index(bits.trailing_zeros() as usize)
    }

    /// The animals, sorted by letter.
    pub fn iter(self) -> impl Iterator<Item = Animal> {
        Animal::ALL.into_iter().filter(move |&animal| self.contains(animal))
    }
}

/// Counts of animal tiles by animal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AnimalCounts(pub [u8; 5]);

impl AnimalCounts {
    /// How many tiles in all.
    pub fn total(self) -> u32 {
        self.0.iter().map(|&n| u32::from(n)).sum()
    }

    /// The animals with at least one tile.
    pub fn set(self) -> AnimalSet {
        Animal::ALL.into_iter().filter(|&a| self.0[a.index()] > 0).fold(AnimalSet::EMPTY, AnimalSet::with)
    }

    /// Reads letters such as `AAEZ`, in any order.
    ///
    /// # Errors
    /// The first character that is no animal.
    pub fn parse(letters: &str) -> Result<AnimalCounts, char> {
        let mut counts = AnimalCounts::default();
        for letter in letters.chars() {
            let animal = Animal::from_letter(letter).ok_or(letter)?;
            counts.0[animal.index()] = counts.0[animal.index()].saturating_add(1);
        }
        Ok(counts)
    }
}

/// The letters, sorted, each as often as it occurs: `AAEZ`.
impl fmt::Display for AnimalCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for animal in Animal::ALL {
            for _ in 0..self.0[animal.index()] {
                write!(f, "{animal}")?;
            }
        }
        Ok(())
    }
}

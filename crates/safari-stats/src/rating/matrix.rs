//! Small dense matrices, in plain loops.
//!
//! Linear algebra crates choose their kernels by the processor they find, so that the last digits of a result would
//! depend on the machine; with a few dozen rows these loops take milliseconds.

use std::ops::{Index, IndexMut};

/// A square matrix.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    len: usize,
    cells: Vec<f64>,
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.len + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.len + column]
    }
}

impl Matrix {
    pub fn zero(len: usize) -> Matrix {
        Matrix { len, cells: vec![0.0; len * len] }
    }

    pub fn identity(len: usize) -> Matrix {
        let mut matrix = Matrix::zero(len);
        for i in 0..len {
            matrix[(i, i)] = 1.0;
        }
        matrix
    }

    pub fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.len..][..self.len]
    }

    pub fn set_row(&mut self, row: usize, cells: &[f64]) {
        self.row_mut(row).copy_from_slice(cells);
    }

    fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.cells[row * self.len..][..self.len]
    }

    pub fn transposed(&self) -> Matrix {
        let mut transposed = Matrix::zero(self.len);
        for row in 0..self.len {
            for column in 0..self.len {
                transposed[(column, row)] = self[(row, column)];
            }
        }
        transposed
    }

    /// The mean of the matrix and its transpose: a symmetric matrix without what rounding did to it.
    pub fn symmetric(&self) -> Matrix {
        let mut mean = self.transposed();
        mean.cells.iter_mut().zip(&self.cells).for_each(|(cell, other)| *cell = 0.5 * (*cell + other));
        mean
    }

    /// Adds `factor` times a vector times its transpose.
    pub fn add_square(&mut self, vector: &[f64], factor: f64) {
        for (row, &left) in vector.iter().enumerate() {
            if left != 0.0 {
                for (cell, &right) in self.row_mut(row).iter_mut().zip(vector) {
                    *cell += factor * left * right;
                }
            }
        }
    }

    /// The lower triangle L with L·Lᵀ = self, or the row at which a symmetric matrix is not positive definite.
    ///
    /// A pivot below 1e-11 of its diagonal counts as 0: the row is then a combination of earlier ones but for rounding.
    pub fn cholesky(&self) -> Result<Cholesky, usize> {
        let mut lower = Matrix::zero(self.len);
        for row in 0..self.len {
            for column in 0..=row {
                let (left, right) = (&lower.row(row)[..column], &lower.row(column)[..column]);
                let rest = self[(row, column)] - left.iter().zip(right).map(|(l, r)| l * r).sum::<f64>();
                if column < row {
                    lower[(row, column)] = rest / lower[(column, column)];
                } else if rest > 1e-11 * self[(row, row)] {
                    lower[(row, row)] = rest.sqrt();
                } else {
                    return Err(row);
                }
            }
        }
        Ok(Cholesky { lower })
    }

    /// Eigenvalues and eigenvectors of a symmetric matrix, one vector a row, by cyclic Jacobi rotations.
    pub fn eigen(mut self) -> (Vec<f64>, Matrix) {
        let mut vectors = Matrix::identity(self.len);
        let size: f64 = self.cells.iter().map(|cell| cell * cell).sum();
        // Convergence is quadratic: some 10 sweeps do for any size.
        for _ in 0..60 {
            let mut off = 0.0;
            for row in 0..self.len {
                off += self.row(row)[row + 1..].iter().map(|cell| cell * cell).sum::<f64>();
            }
            if off <= 1e-30 * size {
                break;
            }
            for p in 0..self.len {
                for q in p + 1..self.len {
                    self.rotate(p, q, &mut vectors);
                }
            }
        }
        ((0..self.len).map(|i| self[(i, i)]).collect(), vectors)
    }

    /// The rotation of rows and columns p and q that makes their common cell 0 (Golub and Van Loan, 8.5).
    fn rotate(&mut self, p: usize, q: usize, vectors: &mut Matrix) {
        let cell = self[(p, q)];
        if cell == 0.0 {
            return;
        }
        let tau = (self[(q, q)] - self[(p, p)]) / (2.0 * cell);
        let tangent = 1f64.copysign(tau) / (tau.abs() + (1.0 + tau * tau).sqrt());
        let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
        let sine = tangent * cosine;
        for i in 0..self.len {
            let (left, right) = (self[(i, p)], self[(i, q)]);
            self[(i, p)] = cosine * left - sine * right;
            self[(i, q)] = sine * left + cosine * right;
        }
        for matrix in [self, vectors] {
            for i in 0..matrix.len {
                let (left, right) = (matrix[(p, i)], matrix[(q, i)]);
                matrix[(p, i)] = cosine * left - sine * right;
                matrix[(q, i)] = sine * left + cosine * right;
            }
        }
    }
}

/// A symmetric positive definite matrix as L·Lᵀ.
#[derive(Clone, Debug)]
pub(super) struct Cholesky {
    lower: Matrix,
}

impl Cholesky {
    /// L⁻¹ times a vector.
    pub fn whiten(&self, vector: &mut [f64]) {
        for row in 0..vector.len() {
            let (done, rest) = vector.split_at_mut(row);
            let sum: f64 = self.lower.row(row)[..row].iter().zip(&*done).map(|(l, v)| l * v).sum();
            rest[0] = (rest[0] - sum) / self.lower[(row, row)];
        }
    }

    /// L⁻ᵀ times a vector.
    pub fn colour(&self, vector: &mut [f64]) {
        for row in (0..vector.len()).rev() {
            let value = vector[row] / self.lower[(row, row)];
            vector[row] = value;
            for (cell, &factor) in vector[..row].iter_mut().zip(self.lower.row(row)) {
                *cell -= factor * value;
            }
        }
    }

    /// The inverse of the matrix times a vector.
    pub fn solve(&self, vector: &mut [f64]) {
        self.whiten(vector);
        self.colour(vector);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(len: usize) -> Matrix {
        let mut matrix = Matrix::zero(len);
        for i in 0..len {
            let vector: Vec<f64> =
                (0..len).map(|j| libm::sin(((i * 31 + 7) * (j * 17 + 1)) as f64)).collect();
            matrix.add_square(&vector, 1.0 + i as f64);
        }
        matrix
    }

    #[test]
    fn solving_inverts_multiplication() {
        let matrix = sample(12);
        let cholesky = matrix.cholesky().unwrap();
        let truth: Vec<f64> = (0..12).map(|i| i as f64 - 3.5).collect();
        let mut image: Vec<f64> =
            (0..12).map(|row| matrix.row(row).iter().zip(&truth).map(|(m, t)| m * t).sum()).collect();
        cholesky.solve(&mut image);
        assert!(image.iter().zip(&truth).all(|(found, truth)| (found - truth).abs() < 1e-8), "{image:?}");
    }

    #[test]
    fn a_dependent_row_is_found() {
        let mut matrix = Matrix::zero(3);
        matrix.add_square(&[1.0, 0.3, 1.7], 1.0);
        matrix.add_square(&[0.2, -0.5, -0.1], 2.0);
        assert_eq!(matrix.cholesky().unwrap_err(), 2);
    }

    #[test]
    fn eigenvectors_put_a_matrix_together_again() {
        let matrix = sample(15);
        let (values, vectors) = matrix.clone().eigen();
        let mut again = Matrix::zero(15);
        for (i, &value) in values.iter().enumerate() {
            again.add_square(vectors.row(i), value);
        }
        assert!(again.cells.iter().zip(&matrix.cells).all(|(a, b)| (a - b).abs() < 1e-11));
        for (i, j) in (0..15).flat_map(|i| (0..15).map(move |j| (i, j))) {
            let product: f64 = vectors.row(i).iter().zip(vectors.row(j)).map(|(a, b)| a * b).sum();
            assert!((product - f64::from(u8::from(i == j))).abs() < 1e-13);
        }
    }
}

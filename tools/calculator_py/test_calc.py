import unittest

from calc import calculate


class CalculateTest(unittest.TestCase):
    def test_operations(self):
        self.assertEqual(calculate(7.0, 6.0, "*"), 42.0)
        self.assertEqual(calculate(0.1, 0.2, "+"), 0.3)
        self.assertEqual(calculate(0.3, 0.1, "-"), 0.2)
        self.assertEqual(calculate(-7.0, 2.0, "/"), -3.5)
        self.assertEqual(calculate(1.0, 3.0, "/"), 1 / 3)

    def test_result_prints_as_a_float(self):
        self.assertEqual(str(calculate(7.0, 6.0, "*")), "42.0")

    def test_division_by_zero_is_explained(self):
        self.assertEqual(calculate(1.0, 0.0, "/"), "Error: division by zero; b must not be 0 when op is /.")

    def test_numbers_out_of_range_are_explained(self):
        self.assertTrue(str(calculate(float("inf"), 1.0, "+")).startswith("Error: a and b must be finite"))
        self.assertTrue(str(calculate(1e308, 10.0, "*")).startswith("Error: the result is beyond"))


if __name__ == "__main__":
    unittest.main()

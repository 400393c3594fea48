"""`threadproof harness`: a program around a library without `main`, in which threads call its functions in every order.

`interface` reads what a file offers, `selection` decides what is called on which object, `arguments` makes values for parameters,
`text` writes the program, and `linearizable` its comparison with sequential runs of the same code. The result is plain C that
users read, edit and commit.
"""

"""Numbers of libclang's stable C interface (clang-c/Index.h): cursor kinds, type kinds, operator codes."""

from __future__ import annotations

# -- cursors: declarations -----------------------------------------------------------------------------------------------
UNEXPOSED_DECL, STRUCT_DECL, UNION_DECL, ENUM_DECL = 1, 2, 3, 5
FIELD_DECL, ENUM_CONSTANT, FUNCTION_DECL, VAR_DECL, PARM_DECL = 6, 7, 8, 9, 10
TYPE_REF, MEMBER_REF, LABEL_REF = 43, 47, 48
TRANSLATION_UNIT = 350

# -- cursors: expressions ------------------------------------------------------------------------------------------------
UNEXPOSED_EXPR, DECL_REF, MEMBER_EXPR, CALL = 100, 101, 102, 103
INTEGER, FLOATING, IMAGINARY, STRING, CHARACTER = 106, 107, 108, 109, 110
PAREN, UNARY, SUBSCRIPT, BINARY, COMPOUND_ASSIGN, CONDITIONAL = 111, 112, 113, 114, 115, 116
CAST, COMPOUND_LITERAL, INIT_LIST, ADDR_LABEL, STATEMENT_EXPR, GENERIC = 117, 118, 119, 120, 121, 122
BOOL_LITERAL, NULLPTR = 130, 131
SIZEOF = 136
FIRST_EXPR, LAST_EXPR = 100, 156

# -- cursors: statements -------------------------------------------------------------------------------------------------
UNEXPOSED_STMT, LABEL, BLOCK, CASE, DEFAULT = 200, 201, 202, 203, 204
IF, SWITCH, WHILE, DO, FOR, GOTO, INDIRECT_GOTO = 205, 206, 207, 208, 209, 210, 211
CONTINUE, BREAK, RETURN, ASM, NULL_STMT, DECL_STMT = 212, 213, 214, 215, 230, 231
FIRST_ATTRIBUTE, LAST_ATTRIBUTE = 400, 441
ASM_LABEL, PURE_ATTRIBUTE, CONST_ATTRIBUTE = 407, 409, 410

# -- types ---------------------------------------------------------------------------------------------------------------
T_VOID, T_BOOL = 2, 3
T_SIGNED = frozenset({13, 14, 16, 17, 18, 19, 20})  # char, signed char, short, int, long, long long, __int128
T_UNSIGNED = frozenset({4, 5, 6, 7, 8, 9, 10, 11, 12})
T_WCHAR = 15
T_FLOAT, T_DOUBLE, T_LONG_DOUBLE = 21, 22, 23
T_NULLPTR, T_POINTER, T_RECORD, T_ENUM = 24, 101, 105, 106
T_FUNCTION_NO_PROTO, T_FUNCTION_PROTO = 110, 111
T_CONSTANT_ARRAY, T_INCOMPLETE_ARRAY, T_VARIABLE_ARRAY = 112, 114, 115
T_ATOMIC = 177
T_WITHOUT_VALUE = frozenset(
    {T_VOID, T_RECORD, T_FUNCTION_NO_PROTO, T_FUNCTION_PROTO, T_CONSTANT_ARRAY, T_INCOMPLETE_ARRAY, T_VARIABLE_ARRAY}
)

# -- binary operators ----------------------------------------------------------------------------------------------------
MUL, DIV, REM, ADD, SUB, SHL, SHR = 3, 4, 5, 6, 7, 8, 9
LT, GT, LE, GE, EQ, NE = 11, 12, 13, 14, 15, 16
BIT_AND, BIT_XOR, BIT_OR, LAND, LOR, ASSIGN = 17, 18, 19, 20, 21, 22
MUL_ASSIGN, OR_ASSIGN, COMMA = 23, 32, 33
COMPOUND = {23: MUL, 24: DIV, 25: REM, 26: ADD, 27: SUB, 28: SHL, 29: SHR, 30: BIT_AND, 31: BIT_XOR, 32: BIT_OR}

# -- unary operators -----------------------------------------------------------------------------------------------------
POST_INC, POST_DEC, PRE_INC, PRE_DEC, ADDRESS_OF, DEREF = 1, 2, 3, 4, 5, 6
PLUS, MINUS, BIT_NOT, LNOT, REAL, IMAG, EXTENSION = 7, 8, 9, 10, 11, 12, 13

# -- storage classes -----------------------------------------------------------------------------------------------------
S_NONE, S_EXTERN, S_STATIC = 1, 2, 3

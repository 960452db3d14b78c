"""Tree 1: what an author wrote, as written, before any name has a meaning.

Every node is named like the rule of `grammar.lark` that makes it and carries its span. Nothing here is
resolved: `Name("wolf")` may turn out to be a local, a card, an enum's name or a mistake.
"""

from __future__ import annotations

from .ident import Ident as Ident
from .syntax_decl import (
    ActionDecl as ActionDecl,
)
from .syntax_decl import (
    ActiveWhile as ActiveWhile,
)
from .syntax_decl import (
    BoardDecl as BoardDecl,
)
from .syntax_decl import (
    ContentDecl as ContentDecl,
)
from .syntax_decl import (
    Decl as Decl,
)
from .syntax_decl import (
    EffectDecl as EffectDecl,
)
from .syntax_decl import (
    EnumDecl as EnumDecl,
)
from .syntax_decl import (
    ExpectEnd as ExpectEnd,
)
from .syntax_decl import (
    ExpectOption as ExpectOption,
)
from .syntax_decl import (
    ExpectSees as ExpectSees,
)
from .syntax_decl import (
    ExpectValue as ExpectValue,
)
from .syntax_decl import (
    FieldDecl as FieldDecl,
)
from .syntax_decl import (
    FieldEntry as FieldEntry,
)
from .syntax_decl import (
    File as File,
)
from .syntax_decl import (
    FlowDecl as FlowDecl,
)
from .syntax_decl import (
    GameDecl as GameDecl,
)
from .syntax_decl import (
    HookDecl as HookDecl,
)
from .syntax_decl import (
    KindDecl as KindDecl,
)
from .syntax_decl import (
    LaterDecl as LaterDecl,
)
from .syntax_decl import (
    LayoutDecl as LayoutDecl,
)
from .syntax_decl import (
    LegendEntry as LegendEntry,
)
from .syntax_decl import (
    LegendItem as LegendItem,
)
from .syntax_decl import (
    MetaEntry as MetaEntry,
)
from .syntax_decl import (
    OptionDecl as OptionDecl,
)
from .syntax_decl import (
    Param as Param,
)
from .syntax_decl import (
    PauseDecl as PauseDecl,
)
from .syntax_decl import (
    RegionDecl as RegionDecl,
)
from .syntax_decl import (
    ScenarioDecl as ScenarioDecl,
)
from .syntax_decl import (
    SeatDecl as SeatDecl,
)
from .syntax_decl import (
    ShapeDecl as ShapeDecl,
)
from .syntax_decl import (
    SlotEntry as SlotEntry,
)
from .syntax_decl import (
    StateDecl as StateDecl,
)
from .syntax_decl import (
    TestAnswer as TestAnswer,
)
from .syntax_decl import (
    TestDecl as TestDecl,
)
from .syntax_decl import (
    TestGiven as TestGiven,
)
from .syntax_decl import (
    TestStep as TestStep,
)
from .syntax_decl import (
    TestWhen as TestWhen,
)
from .syntax_decl import (
    ValueDecl as ValueDecl,
)
from .syntax_decl import (
    ZoneDecl as ZoneDecl,
)
from .syntax_expr import (
    AllExpr as AllExpr,
)
from .syntax_expr import (
    Argument as Argument,
)
from .syntax_expr import (
    Binary as Binary,
)
from .syntax_expr import (
    Call as Call,
)
from .syntax_expr import (
    Conditional as Conditional,
)
from .syntax_expr import (
    Expr as Expr,
)
from .syntax_expr import (
    Generator as Generator,
)
from .syntax_expr import (
    Index as Index,
)
from .syntax_expr import (
    IntType as IntType,
)
from .syntax_expr import (
    IsTest as IsTest,
)
from .syntax_expr import (
    ListLiteral as ListLiteral,
)
from .syntax_expr import (
    ListType as ListType,
)
from .syntax_expr import (
    Member as Member,
)
from .syntax_expr import (
    Name as Name,
)
from .syntax_expr import (
    Number as Number,
)
from .syntax_expr import (
    OfExpr as OfExpr,
)
from .syntax_expr import (
    OptionalType as OptionalType,
)
from .syntax_expr import (
    Query as Query,
)
from .syntax_expr import (
    QueryLet as QueryLet,
)
from .syntax_expr import (
    SeatLiteral as SeatLiteral,
)
from .syntax_expr import (
    SetType as SetType,
)
from .syntax_expr import (
    Text as Text,
)
from .syntax_expr import (
    The as The,
)
from .syntax_expr import (
    TypeExpr as TypeExpr,
)
from .syntax_expr import (
    TypeName as TypeName,
)
from .syntax_expr import (
    Unary as Unary,
)
from .syntax_stmt import (
    Act as Act,
)
from .syntax_stmt import (
    Assign as Assign,
)
from .syntax_stmt import (
    Block as Block,
)
from .syntax_stmt import (
    Broken as Broken,
)
from .syntax_stmt import (
    Choose as Choose,
)
from .syntax_stmt import (
    Command as Command,
)
from .syntax_stmt import (
    End as End,
)
from .syntax_stmt import (
    EndGame as EndGame,
)
from .syntax_stmt import (
    ExprStmt as ExprStmt,
)
from .syntax_stmt import (
    FaultStmt as FaultStmt,
)
from .syntax_stmt import (
    For as For,
)
from .syntax_stmt import (
    If as If,
)
from .syntax_stmt import (
    Let as Let,
)
from .syntax_stmt import (
    May as May,
)
from .syntax_stmt import (
    Menu as Menu,
)
from .syntax_stmt import (
    Option as Option,
)
from .syntax_stmt import (
    Pass as Pass,
)
from .syntax_stmt import (
    Pause as Pause,
)
from .syntax_stmt import (
    Phase as Phase,
)
from .syntax_stmt import (
    Rank as Rank,
)
from .syntax_stmt import (
    Repeat as Repeat,
)
from .syntax_stmt import (
    Return as Return,
)
from .syntax_stmt import (
    Rounds as Rounds,
)
from .syntax_stmt import (
    Say as Say,
)
from .syntax_stmt import (
    Scope as Scope,
)
from .syntax_stmt import (
    Stmt as Stmt,
)
from .syntax_stmt import (
    Together as Together,
)
from .syntax_stmt import (
    Turn as Turn,
)
from .syntax_stmt import (
    While as While,
)

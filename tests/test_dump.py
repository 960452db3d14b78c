"""A program dumped as text: stable, structured, with its points and what lives there; its hash knows rules
from texts.
"""

from dataclasses import replace

from tafl.ir import program as ir
from tafl.ir.dump import dump, dump_routine, rules_hash
from tafl.ir.types import KindT, ListT, OptT, SetT
from tafl.tests.ir_builder import (
    INT,
    PLAYER,
    Build,
    arith,
    choose,
    compare,
    const,
    do,
    each,
    get,
    lib,
    loc,
    menu,
    num,
    nums,
    query,
    store,
    text,
    when,
)


def build(title: str = "Card", prompt: str = "Which?", n: int = 1, name: str = "ace") -> ir.Program:
    b = Build()
    card = b.kind("Card")
    b.kinds[card] = replace(b.kinds[card], title=title)
    b.content(card, name, 2)
    score = b.state("score", INT, "player", default=0)
    hurt = b.effect("hurt", b.routine("hurt", params=[("p", PLAYER)]), says=text(loc(0, PLAYER), prompt))
    asked = replace(choose(1, nums(4, 5), store(score, loc(1), loc(0, PLAYER))), prompt=text(prompt))
    b.flow(
        "play",
        when(
            compare("gt", get(score, loc(0, PLAYER)), num(n)), asked, otherwise=[do(hurt, const(1, PLAYER))]
        ),
        menu(("go", None, []), ("stay", compare("eq", loc(0), num(2)), [])),
        store(
            score,
            query("sum", each(2, lib("players", of=ListT(PLAYER, 2))), body=arith("add", loc(2), num(1))),
        ),
        locals_=[("p", PLAYER), ("x", INT), ("q", OptT(KindT(card)))],
    )
    return b.program()


def test_a_routine_shows_its_points_and_what_lives_there() -> None:
    program = build()
    play = program.effects[program.play or 0].routine
    assert dump_routine(program, play, texts=False) == (
        f"routine {play} play params=0 [0 p: player, 1 x: int, 2 q: kind0?] suspends\n"
        "    point 1 live (p/0)\n"
        "    point 2 live (p/0)\n"
        "    If test=Compare(op=gt, StateGet(var=3, p/0), 1)\n"
        "      then:\n"
        "        Choose slot=x/1 source=(4, 5):list(int, 2) by=0:player many=False low=None high=None"
        " list_slot=p/0 low_slot=p/0 high_slot=p/0 point=1\n"
        "          body:\n"
        "            SetState var=3 index=p/0 value=x/1\n"
        "      otherwise:\n"
        "        CallEffect effect=0 args=(1:player) result=None charge=False point=0\n"
        "    Menu by=0:player point=2\n"
        "      option go:\n"
        "      option stay if Compare(op=eq, p/0, 2):\n"
        "    SetState var=3 index=None"
        " value=sum(Arith(op=add, q/2, 1) for q/2 in players():list(player, 2)):int\n"
    )


def test_the_rules_hash_leaves_out_texts_and_places() -> None:
    program = build()
    # Every node of `build` has places of its own: spans do not count.
    assert rules_hash(build()) == rules_hash(program)
    assert rules_hash(build(title="Playing card", prompt="Well?")) == rules_hash(program)
    assert dump(build(title="Playing card")) != dump(program)
    assert "Which?" in dump(program)
    packs = replace(program, packs=(("other", "9"),), content_hash="x", title="Other")
    assert rules_hash(packs) == rules_hash(program)


def test_the_rules_hash_notices_every_rule() -> None:
    program = build()
    changed = [
        build(n=2),
        build(name="king"),
        replace(program, cooperative=True),
        replace(program, high_players=3),
        replace(program, language=2),
        replace(program, kinds=(replace(program.kinds[0], back="other"),)),
        replace(program, contents=(replace(program.contents[0], count=3),)),
        replace(program, state=(*program.state[:3], replace(program.state[3], type=SetT(PLAYER)))),
        replace(program, effects=program.effects[::-1]),
        replace(program, play=None),
    ]
    hashes = {rules_hash(each) for each in (program, *changed)}
    assert len(hashes) == 1 + len(changed)

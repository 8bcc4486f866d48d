from __future__ import annotations

from kasen.teams.slides.building.connectors import BOTTOM, LEFT, RIGHT, TOP, Pen, Tied, elbow, nearest, straight
from kasen.teams.slides.building.look import Color
from kasen.teams.slides.schemas.part import Box

PEN = Pen(Color("000000", "tx1"))
HERE = Tied(7, Box(x=0, y=0, w=1_000_000, h=400_000))


def tied(x: int, y: int) -> Tied:
    return Tied(8, Box(x=x, y=y, w=1_000_000, h=400_000))


def test_a_line_is_glued_to_the_nearest_sites() -> None:
    assert nearest(HERE, tied(2_000_000, 0)) == (RIGHT, LEFT)
    assert nearest(HERE, tied(0, 900_000)) == (BOTTOM, TOP)
    made = straight(9, "x", (HERE, tied(2_000_000, 0)), PEN)
    assert [(end.get("id"), end.get("idx")) for end in made.find(".//{*}cNvCxnSpPr")] == [("7", "3"), ("8", "1")]


def test_a_line_that_goes_back_is_mirrored() -> None:
    made = straight(9, "x", (tied(2_000_000, 0), HERE), PEN)
    assert made.find(".//{*}xfrm").get("flipH") == "1"
    off = made.find(".//{*}off")
    assert (off.get("x"), off.get("y")) == ("1000000", "200000")


def test_an_elbow_turns_about_its_middle() -> None:
    left = elbow(9, "x", (tied(3_000_000, 0), tied(0, 1_000_000)), PEN, first=300_000).find(".//{*}xfrm")
    assert (left.get("rot"), left.get("flipH")) == ("5400000", None)
    right = elbow(9, "x", (HERE, tied(3_000_000, 1_000_000)), PEN, first=300_000)
    assert (right.find(".//{*}xfrm").get("rot"), right.find(".//{*}xfrm").get("flipH")) == ("16200000", "1")
    assert right.find(".//{*}gd").get("fmla") == "val 50000"
    size = right.find(".//{*}ext")
    assert (size.get("cx"), size.get("cy")) == ("600000", "3000000")


def test_an_elbow_straight_down_is_a_line() -> None:
    made = elbow(9, "x", (HERE, tied(0, 1_000_000)), PEN, first=300_000)
    assert made.find(".//{*}prstGeom").get("prst") == "straightConnector1"

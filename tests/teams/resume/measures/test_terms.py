from kasen.teams.resume.measures.terms import keyword_coverage, skills_backed
from teams.resume.measures.given import english, japanese, one, quoted, view

POSTING = "Requirements\n\n- Python and PostgreSQL in production\n- Kubernetes\n- Terraform\n- Machine learning\n"


def test_terms_of_the_posting_that_are_missing_are_asked_about() -> None:
    found = keyword_coverage(view(english("- Built it in Python with PostgreSQL\n- Ran Kubernetes"), posting=POSTING))
    assert " of " in found.note
    assert found.score is not None
    assert 0 < found.score < 5
    assert "Terraform" in one(found).question
    assert "Python" not in one(found).question


def test_a_term_counts_in_the_other_language() -> None:
    without = keyword_coverage(view(japanese("- Pythonで開発"), posting=POSTING))
    having = keyword_coverage(view(japanese("- Pythonで機械学習の基盤を開発"), posting=POSTING))
    assert without.score is not None
    assert having.score is not None
    assert having.score > without.score


def test_a_posting_without_terms_measures_nothing() -> None:
    assert keyword_coverage(view(english("- Built it"), posting="Come and join us!")).score is None


def test_skills_that_the_experience_does_not_show_are_named() -> None:
    text = (
        english("- Built it in Go with PostgreSQL")
        + "\n## Skills\n\n- Languages: Go (5 years), Rust\n- PostgreSQL, Photoshop\n"
    )
    found = skills_backed(view(text))
    assert found.note == "2 of 4 skills occur in the experience."
    assert one(found).text == "Listed, but nowhere in the experience: Rust, Photoshop."
    assert quoted(text, found) == ["Rust"]


def test_all_backed_is_the_best_and_two_skills_are_too_few() -> None:
    text = english("- Built it in Go, Python and SQL") + "\n## Skills\n\n- Go, Python, SQL\n"
    assert skills_backed(view(text)).score == 5.0
    assert skills_backed(view(english("- Go") + "\n## Skills\n\n- Go, Python\n")).score is None


def test_groups_and_years_in_a_table_are_no_skills() -> None:
    table = "| 分類 | 技術 | 年数 |\n|---|---|---|\n| 言語 | Go、Python | 5年 |\n| 基盤 | AWS | 3年 |\n"
    text = japanese("- GoとPythonで開発し、AWSで運用") + f"\n## 活かせるスキル\n\n{table}"
    found = skills_backed(view(text))
    assert found.note == "スキル3語のうち3語が職務経歴に出てくる。"

from __future__ import annotations

from kasen.models.manual import ManualModel
from kasen.models.provider import ChatModel, Completion, ModelContext, ModelRequest, accept_any
from kasen.testing.scripted import ScriptedModel


def test_a_request_accepts_any_answer_unless_told_otherwise() -> None:
    request = ModelRequest(role="r", prompt="p", schema={}, schema_name="S")
    assert request.check is accept_any
    request.check(Completion(model="m", text="anything"))


def test_an_unknown_price_is_not_zero() -> None:
    assert Completion(model="m").usd is None


def test_models_of_this_package_fit_the_port() -> None:
    models: list[type[ChatModel]] = [ManualModel, ScriptedModel]
    assert [model.by_hand for model in models] == [True, False]
    assert ModelContext().manual_folder is None

"""Hooks of Schemathesis: names of what exists go into most requests, and the status of each answer into a file."""

import json
import os
import random

import schemathesis

KNOWN = json.loads(os.environ["KNOWN_VALUES"])
STATUSES = os.environ["STATUSES_FILE"]
LEGAL = random.Random(1)


def known(operation, name):
    return KNOWN.get(f"{operation} {name}", KNOWN.get(name))


def with_known(operation, members):
    for name in list(members):
        value = known(operation, name)
        if value is not None:
            members[name] = value


@schemathesis.hook
def before_call(context, case, kwargs):
    # A legal question may wait for longer than Schemathesis does.
    if isinstance(case.query, dict) and case.query.get("wait_seconds") in range(3, 31):
        case.query["wait_seconds"] = 2
    if LEGAL.random() < 0.3:
        return
    operation = case.operation.definition.raw["operationId"]
    for members in (case.path_parameters, case.query, case.body):
        if isinstance(members, dict):
            with_known(operation, members)
    legal = KNOWN.get(operation)
    if legal is not None and LEGAL.random() < 0.3:
        case.body = legal


@schemathesis.hook
def after_call(context, case, response):
    operation = case.operation.definition.raw["operationId"]
    with open(STATUSES, "a", encoding="utf-8") as file:
        file.write(f"{operation} {response.status_code}\n")

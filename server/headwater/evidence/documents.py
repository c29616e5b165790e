"""The GraphQL documents of the run registry."""

_REGISTRATION = """
  id revision runId namespace process passed blockers entrySha256 entryJson contradictsRun
  run { urn }
  lastVerification { passed checkedAt items { code subject expected actual } }
"""

_NAMED = "runId: $runId, namespace: $namespace, process: $process, revision: $revision"
_VARIABLES = "$runId: String!, $namespace: String, $process: String, $revision: Int"

REGISTER = f"mutation Register($input: RegisterRunInput!) {{ registerRun(input: $input) {{ {_REGISTRATION} }} }}"

FIND = f"query Find({_VARIABLES}) {{ runRegistration({_NAMED}) {{ {_REGISTRATION} }} }}"

PAGE = f"""query Page($runId: String, $process: String, $first: Int, $after: String) {{
  runRegistrations(runId: $runId, process: $process, first: $first, after: $after) {{
    nodes {{ {_REGISTRATION} }} pageInfo {{ hasNextPage endCursor }}
  }}
}}"""

VERIFY = f"""mutation Verify({_VARIABLES}, $observed: [ObservedDigest!]!) {{
  verifyRun({_NAMED}, observed: $observed) {{ passed checkedAt items {{ code subject expected actual }} }}
}}"""

EXPORT = """mutation Export($input: ExportRunEventInput!) {
  exportRunEvent(input: $input) { event sha256 eventType passed blockers }
}"""

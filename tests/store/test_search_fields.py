"""Fields of URNs that searches compare and count."""

import pytest

from conftest import fetch

PREFIX = "urn:li:dataPlatform:"

# the kind, the URN, its platform and its environment
URNS = [
    ("dataset", f"urn:li:dataset:({PREFIX}hive,a.b,PROD)", "hive", "PROD"),
    ("dataset", f"urn:li:dataset:({PREFIX}a(b),x(,)y,z,DEV)", "a(b)", "DEV"),
    ("dataset", "urn:li:dataset:(hive,a,QA)", "hive", "QA"),
    ("dataset", f"urn:li:dataset:({PREFIX}s3,%28a%2Cb%29,PROD)", "s3", "PROD"),
    ("dataset", "urn:li:dataset:(alone)", None, None),
    ("dataset", "urn:li:dataset:alone", None, None),
    ("dataset", "urn:li:dataset:a,b", None, None),
    ("mlModel", f"urn:li:mlModel:({PREFIX}mlflow,m,PROD)", "mlflow", "PROD"),
    ("mlModelGroup", f"urn:li:mlModelGroup:({PREFIX}mlflow,g,TEST)", "mlflow", "TEST"),
    ("dataFlow", "urn:li:dataFlow:(airflow,f,prod)", "airflow", None),
    ("dataJob", "urn:li:dataJob:(urn:li:dataFlow:(airflow,f,prod),j)", "airflow", None),
    ("dataJob", f"urn:li:dataJob:(urn:li:dataFlow:({PREFIX}spark,f,prod),j,k)", "spark", None),
    ("dataJob", "urn:li:dataJob:(f,j)", None, None),
    ("container", "urn:li:container:a,b", None, None),
    ("dataProcessInstance", "urn:li:dataProcessInstance:(a,b)", None, None),
]


@pytest.mark.parametrize(("kind", "urn", "platform", "origin"), URNS)
def test_the_platform_and_the_environment_in_a_urn(
    kind: str, urn: str, platform: str | None, origin: str | None, database_url: str
) -> None:
    [row] = fetch(database_url, "SELECT own_platform($1, $2) AS platform, own_origin($1, $2) AS origin", kind, urn)
    assert row["platform"] == (None if platform is None else PREFIX + platform)
    assert row["origin"] == origin

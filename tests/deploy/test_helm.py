"""The Helm chart: real helm lints and renders it, and the objects fit Kubernetes' schemas and our commands. No cluster."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from headwater.app.application import create_app
from headwater.cli.main import cli
from headwater.settings import Settings

from conftest import ROOT

CHART = ROOT / "deploy" / "helm" / "headwater"
NEEDED = {
    "image": {"repository": "registry.example/headwater"},
    "database": {"secret": "headwater-database"},
    "token": {"secret": "headwater-token"},
}
ALL = NEEDED | {
    "database": {"secret": "headwater-database", "hasDirectUrl": True, "hasReadUrl": True},
    "imagePullSecrets": [{"name": "pull"}],
    "settings": {"HEADWATER_POOL_SIZE": "20", "HEADWATER_LOG_LEVEL": "warning"},
    "server": {
        "replicas": 3,
        "workers": 2,
        "podAnnotations": {"example.com/note": "1"},
        "nodeSelector": {"kubernetes.io/arch": "amd64"},
        "tolerations": [{"key": "shared", "operator": "Exists"}],
        "affinity": {"nodeAffinity": {}},
    },
    "worker": {"replicas": 2},
    "ingress": {"enabled": True, "className": "nginx", "host": "headwater.example", "tlsSecret": "certificate"},
    "loader": {
        "enabled": True,
        "image": {"repository": "registry.example/headwater-loader", "tag": "1"},
        "volume": {"persistentVolumeClaim": {"claimName": "events"}},
    },
}
ONE = NEEDED | {"server": {"replicas": 1}, "migration": {"enabled": False}}
VALUES = pytest.mark.parametrize("values", [NEEDED, ALL, ONE], ids=["needed", "all", "one server"])

Object = dict[str, Any]


def helm(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run helm; skip the test if it is not installed."""
    program = shutil.which("helm")
    if program is None:
        pytest.skip("helm is not installed (go install helm.sh/helm/v3/cmd/helm@v3.22.0)")
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False, env=dict(os.environ))


def rendered(values: Object, folder: Path) -> list[Object]:
    """Return the objects that the chart makes of some values."""
    file = folder / "values.yaml"
    file.write_text(yaml.safe_dump(values))
    result = helm("template", "prod", str(CHART), "--values", str(file), "--kube-version", "1.34.0")
    assert result.returncode == 0, result.stderr
    return [one for one in yaml.safe_load_all(result.stdout) if one]


def pods(objects: list[Object]) -> Iterator[tuple[str, Object]]:
    """Yield the specifications of all pods, with the kinds of their objects."""
    for one in objects:
        spec = one["spec"]["jobTemplate"]["spec"] if one["kind"] == "CronJob" else one["spec"]
        if "template" in spec:
            yield one["kind"], spec["template"]["spec"]


def environment(pod: Object) -> dict[str, Object]:
    return {one["name"]: one for one in pod["containers"][0]["env"]}


def test_the_chart_passes_the_linter(tmp_path: Path) -> None:
    (tmp_path / "values.yaml").write_text(yaml.safe_dump(ALL))
    result = helm("lint", "--strict", str(CHART), "--values", str(tmp_path / "values.yaml"))
    assert result.returncode == 0, result.stdout


@VALUES
@pytest.mark.parametrize("version", ["1.30", "1.34"])
def test_objects_fit_the_schemas_of_kubernetes(values: Object, version: str, tmp_path: Path) -> None:
    kubernetes_validate = pytest.importorskip("kubernetes_validate")
    for one in rendered(values, tmp_path):
        kubernetes_validate.validate(one, version, strict=True)


@VALUES
def test_containers_run_commands_with_settings_that_exist(values: Object, tmp_path: Path) -> None:
    settings = {f"HEADWATER_{name.rstrip('_').upper()}" for name in Settings.model_fields}
    for _, pod in pods(rendered(values, tmp_path)):
        [container] = pod["containers"]
        command = cli.get_command(click.Context(cli), container["args"][0])
        assert command is not None, container["args"]
        command.make_context(None, list(container["args"][1:]))
        assert {name for name in environment(pod) if name.startswith("HEADWATER_")} <= settings


def test_probes_ask_routes_that_exist(tmp_path: Path) -> None:
    [server] = [pod for _, pod in pods(rendered(ONE, tmp_path))]
    [container] = server["containers"]
    paths = {one["httpGet"]["path"] for name, one in container.items() if name.endswith("Probe")}
    assert paths == {"/health", "/ready"}
    assert paths <= {getattr(route, "path", None) for route in create_app(Settings(), "postgresql://nowhere").routes}


def test_services_find_their_pods(tmp_path: Path) -> None:
    objects = rendered(ALL, tmp_path)
    labels = [one["spec"]["template"]["metadata"]["labels"] for one in objects if one["kind"] == "Deployment"]
    [selector] = [one["spec"]["selector"] for one in objects if one["kind"] == "Service"]
    found = [one for one in labels if selector.items() <= one.items()]
    assert [one["app.kubernetes.io/component"] for one in found] == ["server"]


def test_only_servers_take_the_token_and_the_replica(tmp_path: Path) -> None:
    by_command = {pod["containers"][0]["args"][0]: environment(pod) for _, pod in pods(rendered(ALL, tmp_path))}
    assert set(by_command) == {"serve", "worker", "migrate", "load"}
    for command, found in by_command.items():
        assert ("HEADWATER_TOKEN" in found) == ("HEADWATER_READ_DATABASE_URL" in found) == (command == "serve")
        assert found["HEADWATER_DATABASE_URL"]["valueFrom"]["secretKeyRef"] == {
            "name": "headwater-database",
            "key": "url",
        }
    assert by_command["serve"]["HEADWATER_DRAINS_QUEUE"]["value"] == "false"


def test_the_migration_comes_first(tmp_path: Path) -> None:
    [job] = [one for one in rendered(NEEDED, tmp_path) if one["kind"] == "Job"]
    assert job["metadata"]["annotations"]["helm.sh/hook"] == "pre-install,pre-upgrade"
    assert "migration" not in str([one["metadata"]["name"] for one in rendered(ONE, tmp_path)])


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"image": {"repository": ""}}, "image"),
        ({"server": {"replica": 3}}, "replica"),
        ({"settings": {"HEADWATER_TOKEN": "secret"}}, "HEADWATER_TOKEN"),
        ({"ingress": {"enabled": True}}, "host"),
        ({"loader": {"enabled": True}}, "loader"),
    ],
)
def test_wrong_values_are_refused_by_name(wrong: Object, word: str, tmp_path: Path) -> None:
    (tmp_path / "values.yaml").write_text(yaml.safe_dump(NEEDED | wrong))
    result = helm("template", str(CHART), "--values", str(tmp_path / "values.yaml"), "--kube-version", "1.34.0")
    assert result.returncode != 0
    assert word in result.stderr


def test_the_chart_has_the_version_of_headwater() -> None:
    import headwater

    chart = yaml.safe_load((CHART / "Chart.yaml").read_text())
    assert (chart["version"], chart["appVersion"]) == (headwater.__version__, headwater.__version__)

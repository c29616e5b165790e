"""Every recorded case of dpone has an asserted counterpart: the same outcome, or a better one."""

from pathlib import Path

import pytest

from conftest import ROOT

SAME, BETTER, READ = "the same", "better", "dpone's files are read; nothing here makes such"

COUNTERPARTS = {
    "01_passed": (SAME, "test_the_operators_workflow"),
    "02_failed_run": (SAME, "test_the_event_of_a_red_run_is_written"),
    "03_registry_entry_missing": (SAME, "test_missing_and_broken_registrations"),
    "04_registry_entry_invalid_json": (SAME, "test_missing_and_broken_registrations"),
    "05_registry_entry_other_invalid": (BETTER, "test_an_entry_that_is_none_is_refused"),
    "06_run_result_missing": (BETTER, "test_results_without_a_run"),
    "07_run_result_invalid_json": (BETTER, "test_results_without_a_run"),
    "08_artifact_missing": (SAME, "test_a_missing_artifact_leaves_the_status_and_is_red"),
    "09_artifact_not_passed": (SAME, "test_a_registration_is_judged_as_by_dpone_or_better"),
    "10_artifact_quirks": (BETTER, "test_evidence_that_is_no_json_is_opaque"),
    "11_result_without_passed": (BETTER, "test_a_registration_is_judged_as_by_dpone_or_better"),
    "12_real_dpone_run_failure": (BETTER, "test_a_failure_before_the_run_has_the_name_of_its_selector"),
    "13_run_id_forms": (BETTER, "test_all_forms_of_run_ids_have_a_file_name"),
    "14_run_id_bad": (BETTER, "test_run_ids_never_become_paths"),
    "15_event_type_override": (BETTER, "test_an_event_type_must_agree_with_the_gate"),
    "16_datasets": (BETTER, "test_datasets_of_one_namespace_stay_apart"),
    "17_drift": (BETTER, "test_changes_after_a_registration_are_found"),
    "18_airflow_correlation": (READ, "test_the_run_of_an_airflow_bundle_has_its_registration"),
    "19_dbt_lineage": (BETTER, "test_one_run_id_of_many_dbt_models"),
    "20_catalog_publish": (BETTER, "test_a_catalog_that_calls_a_red_run_complete_is_flagged"),
    "21_evidence_chain": (SAME, "test_one_changed_byte_is_drift"),
    "22_cli_misuse": (BETTER, "test_wrong_usage_is_2"),
    "23_python_api": (SAME, "test_the_program_and_the_query"),
    "24_real_run_manifest_service": (SAME, "test_checksums_are_dpones"),
    "25_secrets_in_artifacts": (BETTER, "test_secrets_stay_in_their_files"),
    "26_old_event_shape_0.50.0": (SAME, "test_an_entry_and_its_event_are_one_registration"),
    "27_data_contract": (BETTER, "test_the_facet_of_a_data_contract_is_kept"),
}


def test_every_case_has_a_counterpart(corpus: Path) -> None:
    assert COUNTERPARTS.keys() == {path.parent.name for path in (corpus / "dpone" / "cases").glob("*/_case.json")}


@pytest.mark.parametrize("name", sorted({name for _, name in COUNTERPARTS.values()}))
def test_each_counterpart_is_a_test(name: str) -> None:
    folders = ("registry", "evidence", "store")
    texts = [path.read_text() for folder in folders for path in (ROOT / "tests" / folder).glob("test_*.py")]
    assert sum(text.count(f"def {name}(") for text in texts) == 1

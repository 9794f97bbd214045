"""A tuning of somebody else: what it may not do is refused where it is read, whoever reads it, and shown."""

import json
from pathlib import Path

import pytest

from builders.tunings import a_tuning
from rankwise.apply import effects, file
from rankwise.core.errors import UsageError
from rankwise.report.tune import effect_lines
from rankwise.tuning.records import TuningLine

BASE = file.to_text(a_tuning(lines=(TuningLine(id="x", why="w", undo="u", knobs={"env:UCX_TLS": "sm"}),)))


def with_(before: str, after: str) -> str:
    assert before in BASE
    return BASE.replace(before, after)


_REFUSED = """
    env:LD_PRELOAD env:LD_AUDIT env:LD_LIBRARY_PATH env:DYLD_INSERT_LIBRARIES env:PATH env:BASH_ENV env:ENV env:IFS
    env:PS4 env:PROMPT_COMMAND env:SHELL env:HOME env:TMPDIR env:XDG_CACHE_HOME env:PYTHONPATH env:PYTHONSTARTUP
    env:PERL5LIB env:RUBYOPT env:NODE_OPTIONS env:JAVA_TOOL_OPTIONS env:LUA_INIT env:LUA_PATH env:TCLLIBPATH
    env:GCONV_PATH env:LOCPATH env:MALLOC_TRACE env:TERMINFO env:EDITOR env:PAGER env:LESSOPEN env:SSH_ASKPASS
    env:GIT_SSH_COMMAND env:HYDRA_LAUNCHER_EXEC env:HYDRA_LAUNCHER env:HYDRA_BOOTSTRAP env:HYDRA_BOOTSTRAP_EXEC
    env:HYDRA_RMK env:HYDRA_HOST_FILE env:HYDRA_ENV env:MPIEXEC_PREFIX_DEFAULT env:I_MPI_HYDRA_BOOTSTRAP_EXEC
    env:I_MPI_HYDRA_BOOTSTRAP env:I_MPI_ROOT env:I_MPI_TUNING_BIN env:I_MPI_OFI_LIBRARY env:I_MPI_PMI_LIBRARY
    env:I_MPI_GTOOL env:I_MPI_MPIRUN env:I_MPI_DEBUG_OUTPUT env:I_MPI_EXTRA_FILESYSTEM env:I_MPI_TMPDIR
    env:I_MPI_JOB_TRACE_LIBS env:I_MPI_CC env:MPICH_CC env:OMPI_CC env:MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE
    env:MPIR_CVAR_QMPI_TOOL_LIST env:MPIR_CVAR_NAMESERV_FILE_PUBDIR env:MPICH_DBG_FILENAME env:UCX_MODULE_DIR
    env:UCX_MODULES env:UCX_LOG_FILE env:UCX_STATS_DEST env:UCX_GDB_COMMAND env:UCX_ERROR_MAIL_TO
    env:UCX_HANDLE_ERRORS env:UCX_MEMTRACK_DEST env:UCX_PROFILE_FILE env:UCX_POSIX_DIR env:FI_PROVIDER_PATH
    env:FI_HOOK env:FI_OPX_TRACER_OUT_PATH env:CUDA_INJECTION64_PATH env:NCCL_NET_PLUGIN env:ROCP_TOOL_LIB
    env:HSA_TOOLS_LIB env:OMP_TOOL_LIBRARIES env:SLURM_CONF env:SRUN_PROLOG env:SPANK_X env:RANKWISE_AGENT
    env:RANKWISE_SCHEDULES env:OMPI_MCA_mca_base_component_path env:PMIX_MCA_mca_base_component_path
    env:PRTE_MCA_plm_ssh_agent env:PRTE_MCA_prte_launch_agent env:OMPI_MCA_plm_rsh_agent mca:plm_rsh_agent
    mca:mca_component_path mca:mca_base_component_path mca:mca_base_param_files mca:mca_base_env_list
    mca:orte_launch_agent mca:coll_tuned_dynamic_rules_filename mca:coll_han_dynamic_rules_filename
    mca:mpi_show_mca_params_file mca:pml_monitoring_filename mca:opal_stacktrace_output mca:btl_sm_backing_directory
    mca:installdirs_env_prefix mca:btl_openib_device_param_files mca:dl env:ANYTHING_ELSE env:http_proxy
    env:I_MPI_YARN env:I_MPI_CKPOINT env:I_MPI_CKPOINTLIB env:I_MPI_CKPOINT_LOGFILE env:I_MPI_DBG env:I_MPI_MPCP
    env:I_MPI_OFA_NONSWITCH_CONF env:MPICH_NEMESIS_ENABLE_CKPOINT env:MV2_CKPT_FILE env:FI_UCX_CONFIG
"""


@pytest.mark.parametrize("name", _REFUSED.split())
def test_a_knob_that_loads_code_or_names_files_is_refused_and_may_be_allowed(name: str) -> None:
    text = with_('"env:UCX_TLS"', f'"{name}"')
    with pytest.raises(UsageError) as caught:
        file.from_text(text, "t.toml")
    assert caught.value.code == "refused-tuning"
    assert f"line 'x' sets {name} = sm, which " in caught.value.message
    for allowed in (name, name.partition(":")[2]):
        assert file.from_text(text, allow=[allowed]).lines[0].knobs == {name: "sm"}
    with pytest.raises(UsageError):
        file.from_text(text, allow=[name[:-1]])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("env:UCX_TLS", "/tmp/x"), ("env:UCX_TLS", "~/x"), ("env:UCX_TLS", "a,../x"), ("env:FI_PROVIDER", "./x"),
        ("env:FI_PROVIDER", "x.so"), ("env:GLIBC_TUNABLES", "glibc.rtld.optional_static_tls=1"),
        ("env:PRTE_MCA_rmaps_default_mapping_policy", "rankfile:file=x"), ("mca:btl", "a:~b"),
        ("env:HYDRA_BINDING", "user:/x"), ("env:RANKWISE_DEVICE_POOL", "x"),
    ],
)  # fmt: skip
def test_a_value_that_names_a_file_is_refused(name: str, value: str) -> None:
    with pytest.raises(UsageError, match="refused"):
        file.from_text(with_('"env:UCX_TLS" = "sm"', f'"{name}" = "{value}"'))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mca:btl_tcp_if_include", "10.34.0.0/15,eth0"), ("env:UCX_NET_DEVICES", "mlx5_0:1,mlx5_1:1"),
        ("env:UCX_RNDV_THRESH", "intra:8k,inter:64k"), ("env:I_MPI_ADJUST_BCAST", "9:0-91;15:92-2147483647"),
        ("env:OMPI_MCA_pml", "^ucx"), ("env:HYDRA_BINDING", "core"), ("env:RANKWISE_DEVICE_POOL", "1048576"),
        ("env:PRTE_MCA_hwloc_default_binding_policy", "none"), ("env:FI_PROVIDER", "ofi_rxm;tcp"),
        ("env:GLIBC_TUNABLES", "glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0"), ("env:MV2_ENABLE_AFFINITY", "0"),
        ("env:UCX_MULTI_PATH_RATIO", "0.1"), ("env:UCX_MEM_DLOPEN_PROCESS_RPATH", "y"),
        ("env:I_MPI_SHM_CELL_FWD_BIDIR_INTRA_CAPACITY", "4"), ("env:UCX_WARN_INVALID_CONFIG", "n"),
    ],
)  # fmt: skip
def test_what_moves_bytes_is_taken(name: str, value: str) -> None:
    text = with_('"env:UCX_TLS" = "sm"', f'"{name}" = "{value}"')
    assert file.from_text(text).lines[0].knobs == {name: value}


@pytest.mark.parametrize(
    ("before", "after", "printed"),
    [
        ('"env:UCX_TLS"', '"env:A=B"', "'env:A=B' is not a knob"),
        ('"env:UCX_TLS"', '"env:A\\u0000"', "is not a knob"),
        ('"env:UCX_TLS"', '"env:X$(cmd)"', "is not a knob"),
        ('"sm"', '"a\\u0000b"', "line 19 and below: lines[0].knobs.'env:UCX_TLS': 'a\\x00b' is not text on one line"),
        ('"sm"', '"a\\nb"', "is not text on one line"),
        ('name = "t"', 'name = "t\\ntouch x"', "name: 't\\ntouch x' is not text on one line"),
        ('machine = "box"', 'machine = "b\\u2028x"', "machine"),
        ('why = "w"', 'why = "\\u001b[2J"', "lines[0].why"),
        ('id = "x"', f'id = "{"x" * 5000}"', "lines[0].id"),
        ('version = "5.0.11"', 'version = "5\\n"', "build.version"),
        ('library = "/lib/libmpi.so.40"', 'library = "lib/x"', "build.library: 'lib/x' is not a full path"),
        ("ranks = 2", f"ranks = 1{'0' * 30}", "ranks"),
        ("tried = 12", "tried = -1", "tried: -1 is not a number"),
        ("ranks = 2", "ranks = 2\nworst = nan", "worst is not a finite number"),
        ('undo = "u"', 'undo = "u"\npreload = "/any/path/x"', "lines[0].preload"),
        ('undo = "u"', 'undo = "u"\npreload = "../x"', "lines[0].preload"),
        ('undo = "u"', 'undo = "u"\npreload = "relay"', "lines[0].preload"),
        ('undo = "u"', 'undo = "u"\nschedules = ["../../x"]', "is not a SHA-256"),
        ('undo = "u"', 'undo = "u"\nrelay = {pairs = [{source = "-oProxyCommand=x", target = "b", through = ["c"]}]}',
         "'-oProxyCommand=x' is not a host"),
        ('undo = "u"', 'undo = "u"\nrelay = {pairs = [{source = "a", target = "b", through = ["c;x"]}]}', "'c;x'"),
        ("ranks = 2", 'ranks = 2\nhosts = ["$(x)"]', "'$(x)' is not a host name or an address"),
    ],
)  # fmt: skip
def test_each_field_holds_words_of_its_kind(before: str, after: str, printed: str) -> None:
    with pytest.raises(UsageError) as caught:
        file.from_text(with_(before, after), "t.toml")
    assert caught.value.code == "bad-tuning"
    assert printed in caught.value.message
    assert caught.value.message.isprintable()


def test_evidence_holds_words_of_their_kinds(tmp_path: Path) -> None:
    path = tmp_path / "tuning.toml"
    file.write(a_tuning(), path)
    beside = file.evidence_path(path)
    tables = json.loads(beside.read_text())
    tables["joint"][0]["kernel"] = "x\x1b[31m"
    beside.write_text(json.dumps(tables))
    with pytest.raises(UsageError, match=r"joint\[0\]\.kernel"):
        file.read(path)


WORST = """
schema = "rankwise/1"
name = "worst"
memory = { buffers = "D", library = true }
[build]
family = "mpich"
library = "/opt/libmpi.so.12"
[[lines]]
id = "a\\u001b[31m"
preload = "/tmp/evil"
schedules = ["x"]
[lines.knobs]
"env:LD_PRELOAD" = "/tmp/x.so"
"env:A=B" = "1"
"env:UCX_TLS" = "sm"
[lines.rule]
collective = "bcast"
algorithm = "6"
[lines.mpi]
library = "relative"
[lines.placement]
ranks = [{ host = "h$(x)" }]
[[lines]]
id = "b"
relay = { pairs = [{ source = "a", target = "b", through = ["-oProxyCommand=x"] }] }
"""


def test_explain_shows_all_that_the_worst_tuning_would_do_in_its_order(tmp_path: Path) -> None:
    path = tmp_path / "worst.toml"
    path.write_text(WORST)
    found = file.explain(path)
    assert found.tuning is None
    assert [(effect.does, bool(effect.refused)) for effect in found.effects] == [
        ("starts ranks of", False),
        ("starts ranks of", True),
        ("writes rules for", False),
        ("copies schedules", True),
        ("starts a forwarder on", True),
        ("relays between", False),
        ("sets", True),
        ("sets", True),
        ("sets", False),
        ("preloads", True),
        ("preloads", False),
        ("orders ranks on", True),
        ("preloads", False),
    ]
    text = effect_lines(found)
    assert all(line.isprintable() for line in text)
    assert "  sets env:LD_PRELOAD = /tmp/x.so   (line 'a\\x1b[31m')" in text
    assert "    REFUSED: it loads code (ld.so(8), dyld(1))" in text


def test_explain_of_a_sound_tuning_shows_the_same_steps_and_its_words(tmp_path: Path) -> None:
    file.write(a_tuning(), tmp_path / "tuning.toml")
    found = file.explain(tmp_path / "tuning.toml")
    assert not found.refused
    assert found.tuning is not None
    assert [effect.does for effect in found.effects] == ["starts ranks of", "writes rules for", "sets", "preloads"]
    assert not effects.refusals({"lines": 3, "build": []})

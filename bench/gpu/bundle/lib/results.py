"""Appends the result of each item to a file of JSON lines, and makes a table of the results."""

import json
import os
import time
from pathlib import Path

GOOD = ("ok", "skipped")
# Statuses of an item, the worst last.
STATUSES = ("ok", "skipped", "timeout", "crashed", "failed", "wrong")


class Results:
    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "results.jsonl"
        self.records, self.absent = {}, {}
        self.read()

    def read(self) -> None:
        """Reads the results of earlier runs. Ignores a truncated last line."""
        if not self.path.exists():
            return
        valid_lines = b""
        for line in self.path.read_bytes().splitlines(keepends=True):
            try:
                record = json.loads(line)
            except ValueError:
                continue
            self.records[record["item"]] = record
            valid_lines += line if line.endswith(b"\n") else line + b"\n"
        self.path.write_bytes(valid_lines)

    def has(self, item: str) -> bool:
        return item in self.records

    def add(self, item: str, part: int, answer: dict, seconds: float) -> dict:
        record = {"item": item, "part": part, **answer, "seconds": round(seconds, 2)}
        record["at"] = time.strftime("%Y-%m-%d %H:%M:%S")
        with open(self.path, "a") as file:
            file.write(json.dumps(record) + "\n")
            file.flush()
            os.fsync(file.fileno())
        self.records[item] = record
        return record

    def of_part(self, part: int) -> list:
        return [record for record in self.records.values() if record["part"] == part]

    def add_absent(self, name: str, detail: str) -> None:
        """Records a missing tool or library. The items that need it have no result, so another
        machine can run them."""
        self.absent[name] = detail

    def is_bad(self, part: int) -> bool:
        return any(record["status"] not in GOOD for record in self.of_part(part))

    def write_table(self, manifest: dict) -> str:
        text = make_table(self.records, manifest)
        text += "".join(f"\n{detail}" for detail in self.absent.values()) + ("\n" if self.absent else "")
        (self.folder / "table.txt").write_text(text)
        return text


def describe_device(records: dict) -> list:
    device = records.get("device", {}).get("device", {})
    lines = [f"device: {device.get('name', 'not known')}"]
    if "driver" in device:
        size = device["memory_bytes"] / 2**30
        lines[0] += f", {device['multiprocessors']} multiprocessors, sm_{device['major']}{device['minor']}"
        lines[0] += f", {size:.0f} GiB, driver for {device['driver']}"
    if refusal := records.get("device", {}).get("refusal"):
        lines.append(f"PTX instead of machine code: {refusal.splitlines()[0]}")
    bandwidth = records.get("bandwidth", {})
    if "copy_gb_s" in bandwidth:
        lines.append(
            f"memory: {bandwidth['copy_gb_s']:.0f} GB/s copied (read and written), {bandwidth['fill_gb_s']:.0f} GB/s"
            f" filled, {bandwidth['to_device_gb_s']:.1f} GB/s from the host"
        )
    for type in ("bf16", "tf32", "f32"):
        ceiling = records.get(f"ceiling:{type}", {})
        if "tflops" in ceiling:
            lines.append(f"products of {type} by {ceiling['by']}: {ceiling['tflops']:.1f} TFLOP/s")
    return lines


def count_statuses(records: list) -> str:
    counts = {status: sum(record["status"] == status for record in records) for status in STATUSES}
    return ", ".join(f"{count} {status}" for status, count in counts.items() if count) or "none"


def make_table(records: dict, manifest: dict) -> str:
    lines = describe_device(records)
    made = manifest["made"]
    lines.append(f"sg {made['sg']} of {made['date']}, for {made['chip']}, {' and '.join(made['forms'])}")
    for part, name in ((1, "right"), (2, "measured"), (3, "profiled")):
        of_part = [record for record in records.values() if record["part"] == part and record["item"] != "device"]
        if of_part:
            lines.append(f"part {part}, {name}: {count_statuses(of_part)}")
    figures = [figure for figure in manifest["figures"] if f"figure:{figure['name']}" in records]
    if figures:
        lines += ["", head_line(), *(figure_line(figure, records) for figure in figures)]
    profiles = [record for record in records.values() if record["part"] == 3 and "kernels" in record]
    for record in profiles:
        lines += ["", record["item"], *map(kernel_line, record["kernels"])]
    not_ok = [record for record in records.values() if record["status"] != "ok"]
    if not_ok:
        lines += ["", "not ok:"]
        lines += [f"  {record['item']}: {record['status']}: {first_line(record)}" for record in not_ok]
    return "\n".join(lines) + "\n"


def first_line(record: dict) -> str:
    lines = record.get("detail", "").strip().splitlines()
    return lines[0][:300] if lines else ""


def head_line() -> str:
    names = ["sg ms", "no graphs", "TFLOP/s", "GB/s", "torch ms", "torch/sg", "jax ms", "jax/sg"]
    return f"{'figure':32}" + "".join(f"{name:>11}" for name in names)


def figure_line(figure: dict, records: dict) -> str:
    def of(kind):
        return records.get(f"{kind}:{figure['name']}", {})

    ours = of("figure").get("ms")
    line = f"{figure['name']:32}"
    if ours is None:
        return line + f"{of('figure')['status']:>11}"

    def cell(value, digits):
        return f"{value:11.{digits}f}" if value is not None else f"{'':11}"

    rate = figure["operations"] / ours * 1e-9 if figure["operations"] else None
    speed = figure["bytes"] / ours * 1e-6 if figure["bytes"] else None
    line += cell(ours, 4) + cell(of("no-graphs").get("ms"), 4) + cell(rate, 2) + cell(speed, 0)
    for peer in ("torch", "jax"):
        theirs = of(peer).get("ms")
        line += cell(theirs, 4) + cell(theirs / ours if theirs else None, 2)
    return line.rstrip()


def kernel_line(kernel: dict) -> str:
    details = ", ".join(f"{key} {value}" for key, value in kernel.items() if key != "name")
    return f"  {kernel['name']:40} {details}"

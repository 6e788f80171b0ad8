"""Prints messages to the language server about documents beyond its limits."""

import json

FUNCTION = "func.func private @f(%x: f64) -> f64 {\n  return %x : f64\n}\n"


def send(method, **params):
    print(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}), end="\n// -----\n")


def request(number, method, **params):
    print(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}), end="\n// -----\n")


def open_document(name, text):
    send("textDocument/didOpen",
         textDocument={"uri": f"test:///{name}.mlir", "languageId": "mlir", "version": 1, "text": text})


request(0, "initialize", processId=1, rootPath="mlir", capabilities={}, trace="off")
open_document("large", FUNCTION + "// " + "x" * (1 << 19) + "\n")
# The second line without its comment.
send("textDocument/didChange", textDocument={"uri": "test:///large.mlir", "version": 2},
     contentChanges=[{"range": {"start": {"line": 3, "character": 0}, "end": {"line": 4, "character": 0}}, "text": ""}])
request(1, "textDocument/hover", textDocument={"uri": "test:///large.mlir"}, position={"line": 0, "character": 2})
open_document("deep", "module attributes {a = " + "[" * 2000 + "]" * 2000 + "} {}\n")
open_document("quoted", 'func.func private @f() attributes {a = "' + "[" * 2000 + '"} // ' + "[" * 2000 + "\n")
# Edits applied one after the other.
for version in range(2, 50):
    send("textDocument/didChange", textDocument={"uri": "test:///quoted.mlir", "version": version},
         contentChanges=[{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}},
                          "text": "module {}\n"}])
request(2, "textDocument/documentSymbol", textDocument={"uri": "test:///quoted.mlir"})
open_document("transpose", "func.func @f(%x: tensor<f64>) -> tensor<f64> {\n  %y = linalg.transpose ins(%x : tensor<f64>)"
              " outs(%x : tensor<f64>) permutation = []\n  return %y : tensor<f64>\n}\n")
for wrong in ["7", "{}", '{"jsonrpc": "1.0", "method": "initialized"}', '{"jsonrpc": "2.0"}']:
    print(wrong, end="\n// -----\n")
request(3, "textDocument/documentSymbol", textDocument={"uri": "test:///quoted.mlir"})
open_document("sum", "func.func @f(%x: tensor<4xf64>, %z: tensor<f64>) -> tensor<f64> {\n"
              "  %y = linalg.reduce {arith.addf} ins(%x : tensor<4xf64>) outs(%z : tensor<f64>)\n"
              "    dimensions = [0]\n  return %y : tensor<f64>\n}\n")
for number, character in enumerate([17, 18, 20], 4):  # before, in and after the list
    request(number, "textDocument/completion", textDocument={"uri": "test:///sum.mlir"},
            position={"line": 2, "character": character}, context={"triggerKind": 1})
request(9, "shutdown")
send("exit")

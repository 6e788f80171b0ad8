//===- ReportText.cpp - The gradient report as text -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeSymbols.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Diagnostics/Report.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sg::grad;

namespace {
class TextPrinter {
public:
  TextPrinter(raw_ostream &os, const GradientReport &report)
      : os(os), report(report) {}

  void print();

private:
  void printInput(const GradientReport::Input &input);
  void printStops();
  void printStop(const GradientReport::Stop &stop);
  void printResiduals();
  void printRecomputed();
  void printLegend();

  /// Prints `text` in lines broken at spaces. Indents further lines by 4 more.
  void line(unsigned indent, const Twine &text);
  std::string where(const GradientReport::Step &step) const;
  std::vector<std::string> where(ArrayRef<GradientReport::Step> steps) const;
  std::string pathOf(ArrayRef<GradientReport::Step> steps) const;
  void printElements(const GradientReport::Elements &elements);
  std::string describeValue(const RecordedEvent &event,
                            StringRef function) const;

  raw_ostream &os;
  const GradientReport &report;
  SizeSymbols symbols;
};
} // namespace

void TextPrinter::line(unsigned indent, const Twine &text) {
  constexpr size_t width = 88; // columns of a line
  // Replaces each space at which a line must not be broken.
  constexpr char tie = '\1';
  std::string all = text.str();
  for (std::string word :
       {"' at ", "\" at ", "' named ", "call at ", "argument "}) {
    std::string tied = word;
    std::replace(tied.begin(), tied.end(), ' ', tie);
    for (size_t i = all.find(word); i != std::string::npos; i = all.find(word))
      all.replace(i, word.size(), tied);
  }
  StringRef rest = all;
  unsigned margin = indent;
  auto put = [&](StringRef part) {
    os.indent(margin);
    for (char c : part)
      os << (c == tie ? ' ' : c);
    os << '\n';
  };
  while (true) {
    if (margin + rest.size() <= width)
      return put(rest);
    size_t end = rest.take_front(width - margin + 1).rfind(' ');
    if (end == StringRef::npos || end == 0)
      end = rest.find(' '); // a word that is longer than the line
    if (end == StringRef::npos)
      return put(rest);
    put(rest.take_front(end));
    rest = rest.drop_front(end + 1);
    margin = indent + 4;
  }
}

static std::string list(ArrayRef<unsigned> numbers, StringRef noun) {
  std::string text = (noun + (numbers.size() == 1 ? " " : "s ")).str();
  for (auto [i, number] : llvm::enumerate(numbers)) {
    if (i != 0)
      text += i + 1 == numbers.size() ? " and " : ", ";
    text += std::to_string(number);
  }
  return text;
}

static std::string callsTo(ArrayRef<Location> calls) {
  if (calls.empty())
    return "";
  return ", in the call at " +
         llvm::join(llvm::map_range(
                        calls, [](Location call) { return describe(call); }),
                    ", then at ");
}

std::string TextPrinter::where(const GradientReport::Step &step) const {
  std::string text = describe(step.place);
  if (step.function != report.function)
    text += " in @" + step.function;
  text += callsTo(step.calls);
  if (step.bitsReturn)
    text += ", which reads bits that become a float again at " +
            describe(*step.bitsReturn);
  return text;
}

/// Number of calls that are listed for one op. Further calls are only counted.
static constexpr size_t kListedCalls = 4;

template <typename Entry>
static bool isSamePlace(const Entry &a, const Entry &b) {
  return a.place == b.place && a.function == b.function;
}

/// Describes the steps, with the steps at one op as a group.
std::vector<std::string>
TextPrinter::where(ArrayRef<GradientReport::Step> steps) const {
  std::vector<std::string> texts;
  while (!steps.empty()) {
    auto same = steps.take_while([&](const GradientReport::Step &step) {
      return isSamePlace(step, steps.front());
    });
    steps = steps.drop_front(same.size());
    for (const GradientReport::Step &step : same.take_front(kListedCalls))
      texts.push_back(where(step));
    if (same.size() > kListedCalls)
      texts.push_back("the same in " +
                      std::to_string(same.size() - kListedCalls) +
                      " more calls");
  }
  return texts;
}

std::string TextPrinter::pathOf(ArrayRef<GradientReport::Step> steps) const {
  // Number of ops that are listed at each end of a long path.
  constexpr size_t ends = 20;
  std::string path;
  for (auto [i, step] : llvm::enumerate(steps)) {
    bool isListed = i < ends || i + ends >= steps.size();
    if (isListed)
      path += (path.empty() ? "" : ", ") + where(step);
    else if (i == ends)
      path += ", " + std::to_string(steps.size() - 2 * ends) + " more ops";
  }
  return path;
}

std::string TextPrinter::describeValue(const RecordedEvent &event,
                                       StringRef function) const {
  std::string text = describe(event.place);
  if (!event.callee.empty()) // for example a result of a custom rule
    text = "result " + std::to_string(event.calleeResult) + " of @" +
           event.callee + " called at " + describe(event.place.location);
  if (function != report.function)
    text += " in @" + function.str();
  return text;
}

void TextPrinter::printElements(const GradientReport::Elements &elements) {
  std::string text = "elsewhere";
  if (!elements.ranges.empty())
    text = "[" +
           llvm::join(
               llvm::map_range(elements.ranges,
                               [&](const GradientReport::IndexRange &range) {
                                 return symbols.textOf(range);
                               }),
               ", ") +
           "]";
  text += ": " + stringify(elements.status).str();
  if (!elements.blockers.empty())
    text += " by " + llvm::join(where(elements.blockers), ", ");
  line(6, text);
}

void TextPrinter::printInput(const GradientReport::Input &input) {
  std::string name = input.name.empty() ? "" : " (" + input.name + ")";
  line(2, "argument " + Twine(input.argument) + name + ": " +
              debugString(input.type) + ": " + stringify(input.status));
  switch (input.status) {
  case GradientReport::Status::NoDerivativeType:
    return;
  case GradientReport::Status::Disconnected:
    if (input.innerStops.empty())
      return line(4, "the results do not depend on it");
    return line(
        4, "the results do not depend on it; they may depend on it without " +
               llvm::join(where(input.innerStops), ", "));
  case GradientReport::Status::Blocked:
    for (const std::string &blocker : where(input.blockers))
      line(4, "blocked by " + blocker);
    break;
  case GradientReport::Status::Active: {
    if (report.results.size() > 1)
      line(4, "reaches " + list(input.reaches, "result"));
    std::string path = pathOf(input.path);
    line(4, path.empty() ? "is returned unchanged" : "flows through " + path);
    for (const std::string &blocker : where(input.blockers))
      line(4, "but not through " + blocker);
    break;
  }
  }
  if (input.elements.empty())
    return;
  line(4, "of its elements");
  for (const GradientReport::Elements &elements : input.elements)
    printElements(elements);
}

void TextPrinter::printStop(const GradientReport::Stop &stop) {
  std::string seen = stop.isPartial ? " in the analyzed calls" : "";
  if (!stop.hasEffect())
    return line(2, where(stop.where) + " has no effect" + seen + ": " +
                       stop.reason);
  std::string start = where(stop.where) + " blocks ";
  unsigned indent = 2;
  auto printBlocked = [&](const Twine &text) {
    line(indent, start + text);
    start = "blocks ";
    indent = 4;
  };
  if (!stop.blocked.empty())
    printBlocked(list(stop.blocked, "argument") + seen);
  if (!stop.around.empty())
    line(4, list(stop.around, "argument") +
                (stop.around.size() == 1 ? " reaches" : " reach") +
                " a result around it");
  for (const GradientReport::InnerCut &cut : stop.inner) {
    std::string text =
        (cut.arguments.empty() ? "derivatives"
                               : list(cut.arguments, "argument")) +
        " of @" + cut.function + " in its derivative @" + cut.derivative;
    for (Location request : cut.requests)
      text += (request == cut.requests.front() ? ", requested at " : " and ") +
              describe(request);
    printBlocked(text);
  }
}

void TextPrinter::printStops() {
  os << "\nstops:\n";
  ArrayRef<GradientReport::Stop> stops = report.stops;
  while (!stops.empty()) {
    auto same = stops.take_while([&](const GradientReport::Stop &stop) {
      return isSamePlace(stop.where, stops.front().where);
    });
    stops = stops.drop_front(same.size());
    size_t numOmitted = 0;
    for (auto [i, stop] : llvm::enumerate(same)) {
      size_t like = llvm::count_if(
          same.take_front(i), [&, &stop = stop](const auto &other) {
            return other.blocked == stop.blocked &&
                   other.around == stop.around && other.reason == stop.reason;
          });
      if (like < kListedCalls)
        printStop(stop);
      else
        ++numOmitted;
    }
    if (numOmitted > 0)
      line(4, std::to_string(numOmitted) +
                  " more calls behave like the calls above");
  }
}

static std::string readersOf(const RecordedEvent &event) {
  if (event.readers.empty())
    return "";
  return ", for " + llvm::join(llvm::map_range(event.readers,
                                               [](const RecordedSite &place) {
                                                 return describe(place);
                                               }),
                               ", ");
}

void TextPrinter::printResiduals() {
  os << "\nkept for the reverse sweep:\n";
  bool isEmpty = true;
  // Group the residuals of each op.
  const GradientReport::Residual *first = nullptr;
  size_t number = 0;
  auto printOmitted = [&] {
    if (number > kListedCalls)
      line(4, "and in " + Twine(number - kListedCalls) + " more calls");
  };
  for (const GradientReport::Residual &residual : report.residuals) {
    if (residual.isTransient)
      continue;
    isEmpty = false;
    const RecordedEvent &event = residual.event;
    if (!first || residual.calls.empty() ||
        !(first->event.place == event.place) ||
        first->function != residual.function) {
      printOmitted();
      first = &residual;
      number = 0;
    }
    if (++number > kListedCalls)
      continue;
    std::string size = event.isShared
                           ? "in the memory of another branch's residual"
                           : symbols.sizeOf(event.size);
    line(2, describeValue(event, residual.function) + callsTo(residual.calls));
    line(4, debugString(event.type) + ", " + size +
                (event.isResult ? ", also a result" : "") + readersOf(event));
  }
  printOmitted();
  if (isEmpty)
    return line(2, "nothing");
  std::string total;
  if (uint64_t bytes = report.getTotalBytes())
    total = symbols.sizeOf({bytes});
  for (const RecordedSize &size : report.getOtherSizes())
    total += (total.empty() ? "" : " + ") + symbols.sizeOf(size);
  line(2, "total: " + (total.empty() ? "0 bytes" : total));
}

void TextPrinter::printRecomputed() {
  if (report.recomputed.empty())
    return;
  os << "\ncomputed again:\n";
  for (const GradientReport::Recomputed &each : report.recomputed) {
    const RecordedEvent &event = each.event;
    std::string text =
        event.place.op == "func.func"
            ? "@" + each.function + " at " + describe(event.place.location)
            : describeValue(event, each.function);
    line(2, text + (event.type ? ", " + debugString(event.type) : "") + ": " +
                event.reason + readersOf(event));
    if (event.place.op != "func.func")
      continue;
    for (const GradientReport::Residual &residual : report.residuals)
      if (residual.isTransient && residual.function == each.function)
        line(4, "temporarily keeps " + describe(residual.event.place) + ", " +
                    symbols.sizeOf(residual.event.size));
  }
}

void TextPrinter::printLegend() {
  for (auto &[description, symbol] : symbols.get())
    line(2, symbol + ": " + description);
}

void TextPrinter::print() {
  line(0, "gradient report of @" + report.function + ": " +
              (report.wrt.empty() ? "no arguments"
                                  : list(report.wrt, "argument")) +
              " to " + list(report.results, "result"));
  os << "\ninputs:\n";
  for (const GradientReport::Input &input : report.inputs)
    printInput(input);
  if (!report.stops.empty())
    printStops();
  if (report.numUnanalyzedCalls > 0) {
    os << "\ncalls:\n";
    line(2, std::to_string(report.numUnanalyzedCalls) +
                " more are not analyzed separately: the effect of stops in "
                "them is not reported");
  }
  if (!report.problem.empty()) {
    os << (report.isTooLarge ? "\nkept for the reverse sweep:\n"
                             : "\nno derivative in reverse mode:\n");
    return line(2, report.problem);
  }
  printResiduals();
  for (const GradientReport::Residual &argument : report.arguments)
    line(2, "the caller keeps argument " + Twine(argument.event.place.index) +
                ", " + symbols.sizeOf(argument.event.size) +
                readersOf(argument.event));
  printRecomputed();
  if (!symbols.get().empty()) {
    os << "\nsizes:\n";
    printLegend();
  }
}

void sg::grad::printText(raw_ostream &os, const GradientReport &report) {
  TextPrinter(os, report).print();
}

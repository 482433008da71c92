"""Runs the examples of one fence in this process and reports what happened.

Judges nothing: the parent knows what the page says, this process does not. Runs under any Python from 3.11 on, beside
whatever JAX is there, so it imports nothing of this project.
"""

import ast
import errno
import linecache
import logging
import os
import sys
import threading
import traceback
import warnings

MOST_OUTPUT = 1 << 20
"""Characters that one fence may print."""
_DISK = {errno.EFBIG, errno.ENOSPC, errno.EDQUOT}


def perform(request):
    """Run the examples and return, as plain data, what each printed, raised and (if traced) passed through."""
    name, traced, sources = request["name"], request["traced"], request["sources"]
    told = Told()
    filenames = [f"<doctest {name}[{number}]>" for number in range(len(sources))]
    names = {"__name__": "__main__", "__builtins__": __builtins__}
    output, errors, warned = Output(), Errors(), []
    logging.getLogger().addHandler(errors)
    show = warnings.showwarning

    def showwarning(message, category, filename, *rest, **named):
        if filename in filenames:
            warned.append(f"{category.__name__}: {message}")
        show(message, category, filename, *rest, **named)

    warnings.showwarning = showwarning
    warnings.warn = told.warning(warnings.warn)
    logging.getLogger().addHandler(told)
    warnings.filterwarnings("always", category=DeprecationWarning)
    sys.displayhook = sys.__displayhook__
    sys.argv = [""]
    steps, trouble = [], None
    for filename, source in zip(filenames, sources, strict=True):
        linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
        tracer = Tracer(filenames)
        sys.stdout = output
        error = None
        try:
            code = compile(source, filename, "single", dont_inherit=True)
            if traced:
                sys.settrace(tracer)
                threading.settrace(tracer)
            try:
                exec(code, names)
            finally:
                sys.settrace(None)
                threading.settrace(None)
        except BaseException as caught:
            error = caught
            error.__traceback__ = error.__traceback__.tb_next  # less this very frame
        trouble = trouble or output.trouble() or _trouble(error)
        steps.append(
            {
                "stdout": output.take(),
                "error": None if error is None else described(error),
                "lines": sorted(tracer.lines),
                "passed": [{"place": place, **described(one)} for place, one in tracer.passed],
            }
        )
        if trouble:
            break
    return {"steps": steps, "warned": warned, "errors": errors.seen, "told": told.seen, "trouble": trouble}


def described(error):
    """Return an exception as plain data: text and names, never the object (pickling changes or breaks some)."""
    return {
        "exception": dotted(type(error)),
        "printed": "".join(traceback.format_exception_only(type(error), error)),
        "site": site_of(error),
        "traceback": "".join(traceback.format_exception(type(error), error, error.__traceback__)),
    }


def dotted(cls):
    """Return a class's name as tracebacks print it."""
    return cls.__qualname__ if cls.__module__ in ("builtins", "__main__") else f"{cls.__module__}.{cls.__qualname__}"


def site_of(error):
    """Return the innermost JAX frame of a traceback, whether it is the last and whether a ``raise`` stands there."""
    site, innermost = None, False
    for frame, line in traceback.walk_tb(error.__traceback__):
        module = frame.f_globals.get("__name__", "")
        innermost = module == "jax" or module.startswith("jax.")
        if innermost:
            site = (module, frame.f_code, line)
    if site is None:
        return None
    module, code, line = site
    tree = ast.parse("".join(linecache.getlines(code.co_filename)) or "pass")
    in_raise = any(isinstance(node, ast.Raise) and node.lineno <= line <= node.end_lineno for node in ast.walk(tree))
    return {"module": module, "function": code.co_qualname, "in_raise": in_raise, "innermost": innermost}


def _trouble(error):
    """Return which limit of the machine an error is about, if any: such an error says nothing of the page."""
    if isinstance(error, MemoryError):
        return "out of memory"
    return "out of disk" if isinstance(error, OSError) and error.errno in _DISK else None


class Tracer:
    """Notes, within the fence's own frames only, the lines run and the exceptions that passed through.

    A place is the number of the example that holds the code and a line in it.
    """

    def __init__(self, filenames):
        self.examples = {filename: number for number, filename in enumerate(filenames)}
        self.lines, self.passed = set(), []

    def __call__(self, frame, _event, _argument):
        return self.local if frame.f_code.co_filename in self.examples else None

    def local(self, frame, event, argument):
        place = (self.examples[frame.f_code.co_filename], frame.f_lineno)
        if event == "line":
            self.lines.add(place)
        elif event == "exception":
            self.passed.append((place, argument[1]))
        return self.local


class Output:
    """Stands for ``sys.stdout`` while an example runs; stops keeping text past its limit."""

    encoding = "utf-8"

    def __init__(self):
        self.written, self.size, self.closed = [], 0, False

    def write(self, text):
        self.size += len(text)
        if self.size <= MOST_OUTPUT:
            self.written.append(text)
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False

    def close(self):
        self.closed = True

    def trouble(self):
        if self.size > MOST_OUTPUT:
            return "flooded output"
        if self.closed or sys.stdout is not self:
            return "closed output"
        try:
            printed = os.fstat(1).st_size
        except OSError:
            return "closed output"
        return "flooded output" if printed > MOST_OUTPUT else None

    def take(self):
        text = "".join(self.written)
        self.written.clear()
        return text + "\n" if text and not text.endswith("\n") else text


class Told(logging.Handler):
    """Collects what JAX warns of and logs, with the place that did so, also where a filter hides it."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.seen = []

    def emit(self, record):
        path = record.pathname.replace(os.sep, "/").removesuffix(".py").removesuffix("/__init__")
        module = path[path.rfind("/jax/") + 1 :].replace("/", ".") if "/jax/" in path else None
        text = record.getMessage()
        line = f"{record.levelname}:{record.name}:{text}"
        self._add("", text, line, module, record.funcName)

    def warning(self, original):
        def warn(message, category=None, stacklevel=1, source=None, **rest):
            cls = type(message) if isinstance(message, Warning) else (category or UserWarning)
            frame = sys._getframe(1)
            if frame.f_globals.get("__name__", "").partition(".")[0] in ("jax", "jaxlib"):
                line = warnings.formatwarning(str(message), cls, frame.f_code.co_filename, frame.f_lineno, "")
                self._add(dotted(cls), str(message), line, frame.f_globals["__name__"], frame.f_code.co_qualname)
            return original(message, category, stacklevel + 1, source, **rest)

        return warn

    def _add(self, exception, message, line, module, function):
        site = None if module is None else {"module": module, "function": function, "in_raise": True, "innermost": True}
        printed = f"{exception}: {message}" if exception else message
        self.seen.append({"exception": exception, "printed": printed + "\n", "site": site, "traceback": line})


class Errors(logging.Handler):
    """Collects log lines at level ERROR and above."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.seen = []

    def emit(self, record):
        self.seen.append(f"{record.name}: {record.getMessage()}")

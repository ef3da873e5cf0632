"""The rows of the systems that run in this process: for the table of outside systems."""

from collections.abc import Mapping

from memory.adapters.adapter import Adapter
from memory.adapters.endpoints import ENDPOINT_OPTIONS
from memory.backend import Capabilities

MEM0 = Adapter(
    target="memory.adapters.mem0:Mem0Memory",
    packages=("mem0", "qdrant_client"),
    extra="mem0",
    capabilities=Capabilities(verbatim=False, forgets=True, simulated_time=True),
    tried="run",
    options=("infer", *ENDPOINT_OPTIONS),
    note=(
        "Open source, in this process. The clock that it reads is replaced by the simulated one. Its keyword and "
        "entity scores need fastembed and spaCy, which the extra leaves out: it then ranks by vectors alone, and "
        "drops what is below its own threshold of 0.1. With infer=true a batch is one extraction for each day, of at "
        "most 2000 tokens, and a memory names all its messages; an answer that is no JSON is a Failure, which Mem0 by "
        "itself takes for nothing to remember. "
        "infer=false stores the messages word for word and needs no chat model."
    ),
)
LANGMEM = Adapter(
    target="memory.adapters.langmem:LangMemMemory",
    packages=("langmem", "langchain_openai"),
    extra="langmem",
    capabilities=Capabilities(verbatim=False, forgets=True),
    tried="run",
    options=("query_limit", *ENDPOINT_OPTIONS),
    note=(
        "In this process. It has no field for the time: each line carries its simulated stamp in front, and what of it "
        "a memory keeps is up to the model. Its random ids are replaced by derived ones, since they stand in prompts. "
        "It cannot carry source ids: the adapter keeps which messages each memory was written or rewritten from. "
        "To forget a message is to remove every memory that was made from it, others' share in it included."
    ),
)
GRAPHITI = Adapter(
    target="memory.adapters.graphiti:GraphitiMemory",
    packages=("graphiti_core", "kuzu", "httpx"),
    extra="graphiti",
    capabilities=Capabilities(verbatim=False, forgets=True, simulated_time=True),
    tried="run",
    options=ENDPOINT_OPTIONS,
    note=(
        "In this process, its graph in an embedded Kuzu, which Graphiti means to give up. One message takes five or "
        "more requests to the model, which are made one after the other. The clock and the random ids that it reads "
        "are replaced by the simulated one and by derived ones. Until when a fact holds is what the model says. "
        "Summaries of entities, which are not searched, may keep what was forgotten until they are written anew."
    ),
)
LIGHTMEM = Adapter(
    target="memory.adapters.lightmem:LightMemMemory",
    packages=(),
    extra="",
    capabilities=Capabilities(source_ids=False, verbatim=False, simulated_time=True),
    tried="read",
    options=("factory", "config"),
    note=(
        "Written by its source and never run here: it is installed from there, with model weights, and configured by "
        "a file. It says neither where a memory comes from nor how well it fits, and takes no request to forget, so "
        "its hits cannot be verified. It numbers topics across all stores of a process."
    ),
)

ROWS: Mapping[str, Adapter] = {"mem0": MEM0, "langmem": LANGMEM, "graphiti": GRAPHITI, "lightmem": LIGHTMEM}
"""By the name that `--memory` takes."""

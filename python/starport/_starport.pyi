"""The compiled part, python/module.c."""
from typing import Any, Dict, List, Optional, Tuple, Union

class Error(ValueError): ...
class Refused(Error): ...

class Star:
    def __new__(cls, text: Union[str, "Star"], arrays: Dict[str, memoryview] = ...) -> Any: ...
    @property
    def problem(self) -> str: ...
    @property
    def workers(self) -> int: ...
    @property
    def profile(self) -> str: ...
    @property
    def _ports(self) -> Tuple[int, int]: ...
    def _numbers(self, key: str) -> bytes: ...
    def _places(self) -> bytes: ...
    def _sizes(self) -> Optional[bytes]: ...
    def _release(self) -> Optional[bytes]: ...
    def _weights(self) -> Optional[bytes]: ...

class Worker:
    number: int
    c: float
    w: float
    latency: float
    room_at: float
    idle_at: float
    assigned: float
    done: float
    buffer: float
    memory: float
    result: float
    owed: float
    held: int
    movable: int

class View:
    now: float
    deadline: float
    port: str
    port_free: Tuple[float, float]
    remaining: float
    coming: float
    weight: float
    workers: Tuple[Worker, ...]
    changed: Tuple[int, ...]

class Fields:
    """The numbers of a run (src/method/fields.c); the meaning of each is the documentation of its slot."""
    makespan: Optional[float]
    planned: Optional[float]
    done: Optional[float]
    messages: Optional[int]
    order_hash: Optional[int]
    bits_hash: Optional[int]
    wasted: Optional[float]
    resends: Optional[int]
    max_flow: Optional[float]
    sum_flow: Optional[float]
    max_stretch: Optional[float]
    max_queue: Optional[float]
    wasted_time: Optional[float]
    imbalance: Optional[float]
    spread: Optional[float]
    port_share: Optional[float]
    overhead_share: Optional[float]
    speed_up: Optional[float]
    efficiency: Optional[float]
    max_weighted_flow: Optional[float]
    sum_weighted_flow: Optional[float]

FIELDS: List[Tuple[str, int, bool, bool]]  # name, place among what is shown (0: none), only of ok runs, of all stars
def run(star: Star, method: Any, seed: int, noise_link: float, noise_cpu: float, platform: int, events: bool) -> Tuple[Any, ...]: ...
def plan(star: Star, method: Any, seed: int) -> Tuple[str, float, bytes]: ...
def bounds(star: Star) -> List[Tuple[str, float]]: ...
def flow_bounds(star: Star) -> List[Tuple[str, float]]: ...
def optimal(star: Star, nodes: int, messages: int, objective: int) -> Tuple[float, float, bool, bool, bool, int, bytes]: ...
def cost(star: Star, messages: List[Tuple[int, int, float, int, float, float, int]]) -> float: ...
def plugin(adapter: Any) -> int: ...

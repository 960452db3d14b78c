// Plays games in modules of the compiled engine, in node: what it is to do comes in as JSON, the block of the
// state after every step goes out as a line of hexadecimal digits, an empty line where the module stops.
import { readFileSync } from "node:fs";

const order = JSON.parse(readFileSync(0, "utf8"));
const module = await WebAssembly.compile(Buffer.from(order.code, "hex"));
const { exports } = await WebAssembly.instantiate(module, {});

const block = () => {
    const used = new DataView(exports.memory.buffer).getInt32(order.used, true);
    return Buffer.from(exports.memory.buffer, order.state, used).toString("hex");
};

const step = (work) => {
    try {
        work();
        return block();
    } catch (stopped) {
        if (stopped instanceof WebAssembly.RuntimeError) return "";
        throw stopped;
    }
};

exports.set_explicit(0);
new Uint8Array(exports.memory.buffer).set(Buffer.from(order.block, "hex"), order.state);
console.log(step(() => exports.begin()));
for (const answer of order.answers) console.log(step(() => exports.step(answer)));

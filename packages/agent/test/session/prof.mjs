import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";
import { createDeepAgent } from "deepagents";
import { tool } from "langchain";
import { z } from "zod";
import { SessionCheckpointer } from "../../dist/session/checkpointer.js";
import { sessionStore } from "../../dist/session/store.js";
class M extends BaseChatModel {
  constructor(n){super({});this.n=n}
  _llmType(){return "t"} bindTools(){return this}
  async _generate(ms){ const i=ms.filter(m=>m.getType()==="ai").length; const message=new AIMessage(i<this.n?{content:"",tool_calls:[{id:`c${i}`,name:"echo",args:{text:"x".repeat(800)},type:"tool_call"}]}:{content:"end"}); return {generations:[{message,text:""}]}}
}
const echo = tool(({text})=>`echo ${text}`,{name:"echo",description:"e",schema:z.object({text:z.string()})});
const store = sessionStore({stateFolder:`/tmp/prof/s${process.pid}`,projectDir:"/tmp/prof"});
let saves=0;
const saver = process.argv[2]==="none"?undefined:new SessionCheckpointer({...store,onFault:console.error});
const g = createDeepAgent({model:new M(200),tools:[echo],checkpointer:saver});
const t=performance.now();
await g.invoke({messages:[{role:"user",content:"go"}]},{configurable:{thread_id:"s"},recursionLimit:5000});
console.log(performance.now()-t, process.cpuUsage());
await saver?.close();

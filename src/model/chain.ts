export { chain, chainLength, isChainOperator, leaningLength } from "../syntax/chain.ts";
export type { ChainOperator } from "../syntax/chain.ts";

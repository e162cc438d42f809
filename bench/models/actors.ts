/** Families of Rebeca models, by the number of their rebecs. */

export interface ActorFamily {
  readonly name: string;
  readonly text: (n: number) => string;
  /** The order of the group, as a product. */
  readonly order: (n: number) => bigint;
}

function list(n: number, line: (i: number) => string): string {
  return Array.from({ length: n }, (_, i) => line(i)).join("\n");
}

function factorial(n: number): bigint {
  let product = 1n;
  for (let i = 2; i <= n; i++) product *= BigInt(i);
  return product;
}

const ring: ActorFamily = {
  name: "ring",
  text: (n) => `
reactiveclass Node(2) {
  knownrebecs { Node next; }
  statevars { boolean token; }
  msgsrv initial() { token = false; next.pass(); }
  msgsrv pass() { token = true; next.pass(); }
}
main {
${list(n, (i) => `Node n${i}(n${(i + 1) % n}):();`)}
}`,
  order: (n) => BigInt(n),
};

/** Nine clients for each balancer, and references in messages. */
const balancers: ActorFamily = {
  name: "balancers with 9 clients each",
  text: (n) => `
reactiveclass Client(1) {
  knownrebecs { Balancer balancer; }
  msgsrv initial() { balancer.request(); }
  msgsrv reply() { balancer.request(); }
}
reactiveclass Balancer(9) {
  msgsrv request() { ((Client) sender).reply(); }
}
main {
${list(n - n / 10, (i) => `Client c${i}(b${i % (n / 10)}):();`)}
${list(n / 10, (i) => `Balancer b${i}():();`)}
}`,
  order: (n) => factorial(9) ** BigInt(n / 10) * factorial(n / 10),
};

/** Each rebec knows its parent. All numbers are different, so there is no symmetry. */
const numbered: ActorFamily = {
  name: "tree with numbers",
  text: (n) => `
reactiveclass Node(${Math.min(n, 255)}) {
  knownrebecs { Node parent; }
  statevars { short id; }
  msgsrv initial(short number) { id = number; parent.hello(); }
  msgsrv hello() { }
}
main {
${list(n, (i) => `Node n${i}(n${i === 0 ? 0 : (i - 1) >> 1}):(${i});`)}
}`,
  order: () => 1n,
};

export const actorFamilies: readonly ActorFamily[] = [ring, balancers, numbered];

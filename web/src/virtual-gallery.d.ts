declare module "virtual:gallery" {
  export const examples: readonly {
    readonly path: string;
    readonly title: string;
    readonly about: string;
    readonly text: string;
    readonly files: Readonly<Record<string, string>>;
    readonly defines: Readonly<Record<string, string>>;
  }[];
}

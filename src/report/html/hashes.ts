/**
 * The hashes of style and script for the content security policy. A test compares them with the texts, and prints the
 * ones that are right.
 */

export const styleHash = "sha256-pFGFKJ0XT7422vJU7/YJeAETcLgI/s7F/1vUrOd4VpM=";
export const scriptHash = "sha256-xwLy+fAVlrLCId3R5tywn81PjhOJTwnhzULoLh5OqRU=";

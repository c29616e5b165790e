// Prints the results of the GraphQL-over-HTTP audit of a server's address, as JSON.
import { auditServer } from "graphql-http";

const results = await auditServer({ url: process.argv[2] });
console.log(JSON.stringify(results.map(({ id, name, status, reason }) => ({ id, name, status, reason }))));

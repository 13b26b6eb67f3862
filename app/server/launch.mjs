/**
 * What the scripts of package.json run: `node app/server/launch.mjs <command> [words]`. It and its rooms import
 * Node's own modules and each other only: they work before anything is installed.
 */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Openbell needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

// Imported only now: an older Node would stumble over their syntax before it could say so.
const { launch } = await import("./launch/commands.mjs");
process.exitCode = await launch(process.argv.slice(2));

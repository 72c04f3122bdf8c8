import.meta.glob("../../packages/react/src/styles/index.css", { eager: true });

"""Jobs, flows, assets and containers: what stands still while runs come and go."""
